import { eachOnce, type StoredArticle } from "./articles.ts";
import type { Database } from "./open.ts";

/** Where an article stands in lists: by date, and among those of one date by its number. */
export interface Place {
  sortedAt: string;
  id: number;
}

/** The place of the article that has a slug, taken down or not; undefined where there is none. */
export async function placeOf(database: Database, slug: string): Promise<Place | undefined> {
  const row = await database
    .selectFrom("articles")
    .select(["id", "sorted_at"])
    .where("slug", "=", slug)
    .executeTakeFirst();
  return row && { id: row.id, sortedAt: row.sorted_at };
}

/**
 * The articles of some feeds that come after a place, newest first, each once. News that comes in meanwhile moves nothing.
 */
export async function articlesAfter(
  database: Database,
  feedUrls: readonly string[],
  { sortedAt, id }: Place,
  limit: number,
): Promise<StoredArticle[]> {
  const lists = await Promise.all(
    feedUrls.map((feedUrl) =>
      database
        .selectFrom("entries")
        .innerJoin("articles", "articles.id", "entries.article_id")
        .selectAll("articles")
        .select("entries.feed_url as carrier")
        .where("entries.feed_url", "=", feedUrl)
        .where("entries.sorted_at", "<=", sortedAt)
        .where(({ or, eb }) => or([eb("entries.sorted_at", "<", sortedAt), eb("entries.article_id", ">", id)]))
        .where("articles.taken_down_at", "is", null)
        .orderBy("entries.sorted_at", "desc")
        .orderBy("entries.article_id")
        .limit(limit)
        .execute(),
    ),
  );
  return eachOnce(lists.flat()).slice(0, limit);
}
