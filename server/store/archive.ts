import { sql } from "kysely";
import { PHOTOGRAPH, type StoredArticle } from "./articleRows.ts";
import { eachOnce } from "./articles.ts";
import type { Database } from "./schema.ts";

/** A stretch of time; all ISO 8601, the end not included. */
export interface Span {
  from: string;
  to: string;
}

/** In how many articles of some feeds each of several spans resulted; what is taken down counts for nothing. */
export async function countsIn(
  database: Database,
  feedUrls: readonly string[],
  spans: readonly Span[],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`select (select count(distinct article_id) from entries
      where feed_url in (select value from json_each(${JSON.stringify(feedUrls)}))
      and sorted_at >= json_extract(span.value, '$.from') and sorted_at < json_extract(span.value, '$.to')
      and article_id not in (select id from articles where taken_down_at is not null)) as count
    from json_each(${JSON.stringify(spans)}) as span order by span.key`.execute(database);
  return rows.map(({ count }) => count);
}

/** The newest article of some feeds before an instant, or the oldest from one on, by its date; null where there is none. */
export async function nearestDate(
  database: Database,
  feedUrls: readonly string[],
  direction: "before" | "from",
  instant: string,
): Promise<string | null> {
  const isBefore = direction === "before";
  const { rows } = await sql<{ date: string | null }>`select ${sql.raw(isBefore ? "max" : "min")}(date) as date from (
      select (select sorted_at from entries where feed_url = feed.value
        and sorted_at ${sql.raw(isBefore ? "<" : ">=")} ${instant}
        and article_id not in (select id from articles where taken_down_at is not null)
        order by sorted_at ${sql.raw(isBefore ? "desc" : "asc")} limit 1) as date
      from json_each(${JSON.stringify(feedUrls)}) as feed)`.execute(database);
  return rows[0]?.date ?? null;
}

/** The articles of some feeds in a span, newest first, each once, no more than so many. */
export async function articlesIn(
  database: Database,
  feedUrls: readonly string[],
  { from, to }: Span,
  limit: number,
): Promise<StoredArticle[]> {
  if (feedUrls.length === 0) return [];
  const rows = await carried(database)
    .where("entries.feed_url", "in", feedUrls)
    .where("entries.sorted_at", ">=", from)
    .where("entries.sorted_at", "<", to)
    .limit(limit)
    .execute();
  return eachOnce(rows);
}

/** The articles of some feeds that come after one in a list of the newest, however far back that is. */
export async function articlesAfter(
  database: Database,
  feedUrls: readonly string[],
  { sortedAt, id }: { sortedAt: string; id: number },
  limit: number,
): Promise<StoredArticle[]> {
  const lists = await Promise.all(
    feedUrls.map((feedUrl) =>
      carried(database)
        .where("entries.feed_url", "=", feedUrl)
        .where("entries.sorted_at", "<=", sortedAt)
        .where(({ or, eb }) => or([eb("entries.sorted_at", "<", sortedAt), eb("entries.article_id", ">", id)]))
        .orderBy("entries.article_id")
        .limit(limit)
        .execute(),
    ),
  );
  return eachOnce(lists.flat()).slice(0, limit);
}

/** What feeds carry and nobody took down, newest first. */
function carried(database: Database) {
  return database
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .leftJoin("pictures", "pictures.url", "articles.image_url")
    .selectAll("articles")
    .select(PHOTOGRAPH)
    .select("entries.feed_url as carrier")
    .where("articles.taken_down_at", "is", null)
    .orderBy("entries.sorted_at", "desc");
}

/** Where the article of a slug stands in a list of the newest of some feeds, also if it is taken down meanwhile. */
export async function placeOf(
  database: Database,
  feedUrls: readonly string[],
  slug: string,
): Promise<{ sortedAt: string; id: number } | undefined> {
  if (feedUrls.length === 0) return undefined;
  const row = await database
    .selectFrom("articles")
    .innerJoin("entries", "entries.article_id", "articles.id")
    .select(["articles.id", "articles.sorted_at"])
    .where("articles.slug", "=", slug)
    .where("entries.feed_url", "in", feedUrls)
    .executeTakeFirst();
  return row && { id: row.id, sortedAt: row.sorted_at };
}
