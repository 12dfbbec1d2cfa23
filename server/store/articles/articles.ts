import { sql } from "kysely";
import { MAX_ITEMS } from "../../../core/article.ts";
import { getEngine } from "../engines/engine.ts";
import { isShown } from "../rules/hiddenEntries.ts";
import type { Database } from "../schema/schema.ts";
import { selectArticles, toArticle } from "./articleRows.ts";

/** Returns the dates of a feed's 15 newest articles, newest first, in milliseconds since 1970. */
export async function listNewestDates(database: Database, feedUrl: string): Promise<number[]> {
  const rows = await selectDates(database, feedUrl).orderBy("sorted_at", "desc").limit(MAX_ITEMS).execute();
  return rows.map(({ sorted_at }) => Date.parse(sorted_at));
}

/** Returns the dates of a feed's articles since an instant; all ISO 8601. */
export async function listDatesSince(database: Database, feedUrl: string, instant: string): Promise<string[]> {
  const rows = await selectDates(database, feedUrl).where("sorted_at", ">=", instant).execute();
  return rows.map(({ sorted_at }) => sorted_at);
}

function selectDates(database: Database, feedUrl: string) {
  return database.selectFrom("entries").select("sorted_at").where("feed_url", "=", feedUrl);
}

/**
 * Returns an article, and the sections of the edition whose current or former feeds carry the article. Returns
 * undefined if the edition does not show the article.
 */
export async function findArticleBySlug(database: Database, edition: string, slug: string) {
  const row = await selectArticles(database).where("slug", "=", slug).executeTakeFirst();
  if (!row) return undefined;
  const follows = await database
    .selectFrom("entries")
    .innerJoin("follows", "follows.feed_url", "entries.feed_url")
    .select(["follows.section", "follows.feed_url"])
    .where("entries.article_id", "=", row.id)
    .where("follows.edition", "=", edition)
    .where(isShown(edition, { section: sql.ref("follows.section") }))
    .execute();
  if (follows.length === 0) return undefined;
  return {
    article: toArticle(row, [...new Set(follows.map(({ feed_url }) => feed_url))]),
    sections: follows.map((follow) => follow.section),
    isTakenDown: row.taken_down_at !== null,
  };
}

/** Returns the feeds that carry each article, by the article's slug. Omits slugs of articles that are not stored. */
export async function listCarriersBySlug(database: Database, slugs: readonly string[]) {
  const { toList, isIn } = getEngine(database);
  const { rows } = await sql<{ slug: string; carriers: string }>`
    select slug, (select ${toList(sql.ref("feed_url"))} from entries where article_id = articles.id) as carriers
    from articles where ${isIn(sql.ref("slug"), slugs)}`.execute(database);
  return new Map(rows.map(({ slug, carriers }) => [slug, JSON.parse(carriers)]));
}
