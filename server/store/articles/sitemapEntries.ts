import { sql } from "kysely";
import { getEngine } from "../engines/engine.ts";
import { findHiddenState, isShown } from "../rules/hiddenEntries.ts";
import type { Database } from "../schema/schema.ts";
import { parseSponsor } from "./sponsor.ts";

/** Range of ids: above `after`, up to and including `until`. */
export interface IdRange {
  after: number;
  until: number;
}

export async function findLastArticleId(database: Database): Promise<number> {
  const last = database.selectFrom("articles").select(({ fn }) => fn.max("id").as("id"));
  return Number((await last.executeTakeFirst())?.id ?? 0);
}

/** Feeds of an edition. A sitemap lists each article that an `indexed` feed and no `unindexed` feed carries. */
export interface IndexedFeeds {
  edition: string;
  indexed: readonly string[];
  unindexed: readonly string[];
}

/** Returns up to `limit` articles of a range for a sitemap, ordered by id. Takes the same time for every range. */
export async function listArticlesInRange(
  database: Database,
  { edition, indexed, unindexed }: IndexedFeeds,
  range: IdRange,
  limit: number,
) {
  if (indexed.length === 0) return [];
  return database
    .selectFrom("articles")
    .select(["id", "slug", "changed_at as changedAt"])
    .where("id", ">", range.after)
    .where("id", "<=", range.until)
    .where("taken_down_at", "is", null)
    .where(isCarriedBy(database, indexed, edition))
    .where(({ not }) => not(isCarriedBy(database, unindexed)))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * Returns the number of articles in a range, the number of entries in the range that the edition hides, and the latest
 * instant (ISO 8601) at which an article was changed, taken down or hidden; null if there is none.
 */
export async function findRangeState(database: Database, edition: string, { after, until }: IdRange) {
  const hidden = await findHiddenState(database, edition, { after, until });
  const row = await database
    .selectFrom("articles")
    .select(({ fn }) => [
      fn.max("changed_at").as("changed"),
      fn.max("taken_down_at").as("takenDown"),
      fn.countAll().as("count"),
    ])
    .where("id", ">", after)
    .where("id", "<=", until)
    .executeTakeFirst();
  const instants = [row?.changed, row?.takenDown, hidden.newest]
    .filter((instant) => typeof instant === "string")
    .sort();
  return { count: Number(row?.count ?? 0), hidden: hidden.count, changedAt: instants.at(-1) ?? null };
}

/**
 * Builds an SQL condition that is true if one of the feeds carries an article.
 *
 * @param edition id of an edition, to count only the entries that its readers see; "" to count all entries
 */
function isCarriedBy(database: Database, feedUrls: readonly string[], edition = "") {
  // `coalesce` keeps SQLite from using the index by feed, which would read a whole feed for each article. `offset`
  // keeps PostgreSQL from using a join, which would read and sort all entries for each thousand articles.
  return sql<boolean>`exists (select 1 from entries where entries.article_id = articles.id
    and ${getEngine(database).isIn(sql`coalesce(entries.feed_url, '')`, feedUrls)}
    and ${isShown(edition)} limit 1 offset 0)`;
}

/** Returns the articles for a news sitemap that were published since an instant, newest first, without duplicates. */
export async function listNewsSince(
  database: Database,
  { edition, indexed, unindexed }: IndexedFeeds,
  since: string,
  limit: number,
) {
  if (indexed.length === 0) return [];
  const rows = await database
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select(["articles.slug", "articles.title", "articles.sponsor", "articles.sorted_at as sortedAt"])
    .distinct()
    .where("entries.feed_url", "in", indexed)
    .where(isShown(edition))
    .where(({ not }) => not(isCarriedBy(database, unindexed)))
    .where("entries.sorted_at", ">=", since)
    .where("articles.published_at", "is not", null)
    .where("articles.taken_down_at", "is", null)
    .orderBy("articles.sorted_at", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, sponsor: parseSponsor(row.sponsor, row.slug) }));
}
