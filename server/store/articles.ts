import { ITEMS_KEPT } from "../../core/article.ts";
import type { Row, StoredArticle } from "./articleRows.ts";
import { fromRow, PHOTOGRAPH } from "./articleRows.ts";
import type { Database } from "./schema.ts";
import { indexArticles } from "./search/indexing.ts";

/** The articles of some rows, newest first, each once, with all the feeds that carry it. */
export function eachOnce(rows: readonly (Row & { carrier: string })[]): StoredArticle[] {
  const carriers = Map.groupBy(rows, ({ id }) => id);
  return [...carriers.values()]
    .flatMap(([row, ...others]) =>
      row
        ? [
            fromRow(
              row,
              [row, ...others].map(({ carrier }) => carrier),
            ),
          ]
        : [],
    )
    .sort((a, b) => (a.sortedAt === b.sortedAt ? a.id - b.id : a.sortedAt < b.sortedAt ? 1 : -1));
}

/** When the newest stories of a feed were published, milliseconds since 1970. */
export async function newestDates(database: Database, feedUrl: string): Promise<number[]> {
  const rows = await database
    .selectFrom("entries")
    .select("sorted_at")
    .where("feed_url", "=", feedUrl)
    .orderBy("sorted_at", "desc")
    .limit(ITEMS_KEPT)
    .execute();
  return rows.map(({ sorted_at }) => Date.parse(sorted_at));
}

/** When the stories of a feed were published since an instant; all ISO 8601. */
export async function datesSince(database: Database, feedUrl: string, instant: string): Promise<string[]> {
  const rows = await database
    .selectFrom("entries")
    .select("sorted_at")
    .where("feed_url", "=", feedUrl)
    .where("sorted_at", ">=", instant)
    .execute();
  return rows.map(({ sorted_at }) => sorted_at);
}

/**
 * The article that has a slug, if a section of the edition follows or ever followed a feed that carries it.
 *
 * @returns the article, the sections' slugs, and whether it was taken down; undefined where the edition has no such
 * article
 */
export async function articleBySlug(
  database: Database,
  edition: string,
  slug: string,
): Promise<{ article: StoredArticle; sections: string[]; isTakenDown: boolean } | undefined> {
  const row = await database
    .selectFrom("articles")
    .leftJoin("pictures", "pictures.url", "articles.image_url")
    .selectAll("articles")
    .select(PHOTOGRAPH)
    .where("slug", "=", slug)
    .executeTakeFirst();
  if (!row) return undefined;
  const follows = await database
    .selectFrom("entries")
    .innerJoin("follows", "follows.feed_url", "entries.feed_url")
    .select(["follows.section", "follows.feed_url"])
    .where("entries.article_id", "=", row.id)
    .where("follows.edition", "=", edition)
    .execute();
  const [first] = follows;
  if (!first) return undefined;
  return {
    article: fromRow(row, [...new Set([first, ...follows].map(({ feed_url }) => feed_url))]),
    sections: follows.map((follow) => follow.section),
    isTakenDown: row.taken_down_at !== null,
  };
}

/**
 * Takes an article down for good, or brings it back. Its row stays, so that its feed cannot bring it again.
 *
 * @param at the instant of taking down, ISO 8601; null to bring it back
 * @returns whether there is such an article
 */
export async function setTakenDown(database: Database, slug: string, at: string | null): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const article = await transaction
      .updateTable("articles")
      .set({ taken_down_at: at })
      .where("slug", "=", slug)
      .returning("id")
      .executeTakeFirst();
    if (article) await indexArticles(transaction, [article.id]);
    return article !== undefined;
  });
}
