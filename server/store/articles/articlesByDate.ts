import { sql } from "kysely";
import { getEngine } from "../engines/engine.ts";
import { isShown, type ShownFeeds } from "../rules/hiddenEntries.ts";
import type { Database } from "../schema/schema.ts";
import { listArticles, mergeEntries, type StoredArticle } from "./articleRows.ts";

/** A span of time. Both ends are ISO 8601 instants; `to` is exclusive. */
export interface TimeSpan {
  from: string;
  to: string;
}

/** Position of an article in a list that is sorted by date, newest first. */
interface Position {
  sortedAt: string;
  id: number;
}

/** Counts the feeds' articles in each time span. Omits articles that were taken down or that the edition hides. */
export async function countArticlesInSpans(
  database: Database,
  { edition, feedUrls }: ShownFeeds,
  spans: readonly TimeSpan[],
) {
  const { eachObject, isIn } = getEngine(database);
  const { rows } = await sql<{ count: number }>`select (select count(distinct article_id) from entries
      where ${isIn(sql.ref("feed_url"), feedUrls)}
      and sorted_at >= span.value ->> 'from' and sorted_at < span.value ->> 'to'
      and article_id not in (select id from articles where taken_down_at is not null)
      and ${isShown(edition)}) as count
    from ${eachObject(spans, "span")} order by span.key`.execute(database);
  return rows.map(({ count }) => count);
}

/**
 * Returns the date of the feeds' newest article before an instant, or of their oldest article at or after the instant;
 * null if there is none.
 */
export async function findNearestDate(
  database: Database,
  { edition, feedUrls }: ShownFeeds,
  direction: "before" | "from",
  instant: string,
): Promise<string | null> {
  const isBefore = direction === "before";
  const { rows } = await sql<{ date: string | null }>`select ${sql.raw(isBefore ? "max" : "min")}(date) as date from (
      select (select sorted_at from entries where feed_url = feed.value
        and sorted_at ${sql.raw(isBefore ? "<" : ">=")} ${instant}
        and article_id not in (select id from articles where taken_down_at is not null)
        and ${isShown(edition)}
        order by sorted_at ${sql.raw(isBefore ? "desc" : "asc")} limit 1) as date
      from ${getEngine(database).eachText(feedUrls, "feed")}) as dates`.execute(database);
  return rows[0]?.date ?? null;
}

/** Returns the feeds' articles in a time span, newest first, without duplicates. Reads up to `limit` entries. */
export async function listArticlesInSpan(
  database: Database,
  { feedUrls, ...shown }: ShownFeeds,
  { from, to }: TimeSpan,
  limit: number,
): Promise<StoredArticle[]> {
  if (feedUrls.length === 0) return [];
  const entries = await selectEntries(database, shown)
    .where("entries.feed_url", "in", feedUrls)
    .where("entries.sorted_at", ">=", from)
    .where("entries.sorted_at", "<", to)
    .limit(limit)
    .execute();
  return listArticles(database, mergeEntries(entries));
}

/** Returns the feeds' articles that follow a position, newest first, without duplicates. Returns at most `limit`. */
export async function listArticlesAfter(
  database: Database,
  { feedUrls, ...shown }: ShownFeeds,
  { sortedAt, id }: Position,
  limit: number,
): Promise<StoredArticle[]> {
  const lists = await Promise.all(
    feedUrls.map((feedUrl) =>
      selectEntries(database, shown)
        .where("entries.feed_url", "=", feedUrl)
        .where("entries.sorted_at", "<=", sortedAt)
        .where(({ or, eb }) => or([eb("entries.sorted_at", "<", sortedAt), eb("entries.article_id", ">", id)]))
        .orderBy("entries.article_id")
        .limit(limit)
        .execute(),
    ),
  );
  return listArticles(database, mergeEntries(lists.flat()).slice(0, limit));
}

/** Selects the entries that an edition shows to its readers, newest first. */
function selectEntries(database: Database, { edition, ...shown }: Omit<ShownFeeds, "feedUrls">) {
  return database
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select(["entries.article_id as id", "entries.feed_url as carrier", "entries.sorted_at as sortedAt"])
    .where("articles.taken_down_at", "is", null)
    .where(isShown(edition, shown))
    .orderBy("entries.sorted_at", "desc");
}

/**
 * Returns an article's position, even if the article was taken down or is hidden; undefined if none of the feeds
 * carries it.
 */
export async function findPosition(database: Database, feedUrls: readonly string[], slug: string) {
  if (feedUrls.length === 0) return undefined;
  return database
    .selectFrom("articles")
    .innerJoin("entries", "entries.article_id", "articles.id")
    .select(["articles.id", "articles.sorted_at as sortedAt"])
    .where("articles.slug", "=", slug)
    .where("entries.feed_url", "in", feedUrls)
    .executeTakeFirst();
}
