import { sql } from "kysely";
import { fromRow, type StoredArticle, selectArticles } from "../articleRows.ts";
import type { Database } from "../schema.ts";
import { idOfKey } from "./searchKey.ts";

/** Returns the articles with the given keys, in their order, with those of the given feeds that carry them. */
export async function getArticlesByKeys(
  database: Database,
  keys: readonly number[],
  feedUrls: ReadonlySet<string>,
): Promise<StoredArticle[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(idOfKey);
  const [rows, entries] = await Promise.all([
    selectArticles(database).where("articles.id", "in", ids).execute(),
    database.selectFrom("entries").select(["article_id", "feed_url"]).where("article_id", "in", ids).execute(),
  ]);
  const carriers = Map.groupBy(entries, ({ article_id }) => article_id);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const known = (carriers.get(id) ?? []).map(({ feed_url }) => feed_url).filter((url) => feedUrls.has(url));
    return row && known.length > 0 ? [fromRow(row, known)] : [];
  });
}

/** Returns which section of an edition follows, or ever followed, which feed. */
export async function findFollows(
  database: Database,
  edition: string,
): Promise<{ section: string; feedUrl: string }[]> {
  const rows = await database
    .selectFrom("follows")
    .select(["section", "feed_url"])
    .where("edition", "=", edition)
    .execute();
  return rows.map(({ section, feed_url }) => ({ section, feedUrl: feed_url }));
}

/** Returns whether the store has feeds that an edition never followed. */
export async function hasForeignFeeds(database: Database, edition: string): Promise<boolean> {
  const { rows } = await sql`select 1 from follows
    where feed_url not in (select feed_url from follows where edition = ${edition}) limit 1`.execute(database);
  return rows.length > 0;
}

/** Returns those of the given feeds that have ever brought an article. */
export async function filterFeedsWithNews(database: Database, feedUrls: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ url: string }>`select value as url from json_each(${JSON.stringify(feedUrls)})
    where exists (select 1 from entries where feed_url = value)`.execute(database);
  return new Set(rows.map(({ url }) => url));
}
