import type { Selectable } from "kysely";
import { type Article, ITEMS_KEPT } from "../../core/article.ts";
import type { Database } from "./open.ts";
import type { ArticleRow } from "./schema.ts";
import { reindexArticle } from "./searchIndex.ts";

/** An article of the store, with the feeds that carry it. */
export interface StoredArticle extends Omit<Article, "guid"> {
  id: number;
  /** The feed that carries it, through which it was found. */
  feedUrl: string;
  /** All feeds that carry it, of those that were looked through. */
  carriers: string[];
  /** What lists are sorted by: the date of publication, or of the first sight where there is none. */
  sortedAt: string;
  /** When what the store has of it was written last. */
  changedAt: string;
}

/**
 * The newest articles that any of the feeds carries, newest first, each once.
 *
 * Each feed is one step in an index, so the answer takes as long with a million articles as with a thousand.
 */
export async function newestArticles(
  database: Database,
  feedUrls: readonly string[],
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
        .where("articles.taken_down_at", "is", null)
        .orderBy("entries.sorted_at", "desc")
        .orderBy("entries.article_id")
        .limit(limit)
        .execute(),
    ),
  );
  return eachOnce(lists.flat()).slice(0, limit);
}

/** The articles of some rows, newest first, each once, with all the feeds that carry it. */
export function eachOnce(rows: readonly (Selectable<ArticleRow> & { carrier: string })[]): StoredArticle[] {
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
  const row = await database.selectFrom("articles").selectAll().where("slug", "=", slug).executeTakeFirst();
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
      .returning(["id", "sorted_at"])
      .executeTakeFirst();
    if (article) await reindexArticle(transaction, article.id, article.sorted_at);
    return article !== undefined;
  });
}

/**
 * Articles of some feeds that were published near an instant: where the same story from another feed is looked for.
 *
 * @param hours how far before and after
 */
export async function articlesNear(
  database: Database,
  feedUrls: readonly string[],
  instant: string,
  hours: number,
): Promise<StoredArticle[]> {
  if (feedUrls.length === 0) return [];
  const at = (offset: number) => new Date(Date.parse(instant) + offset * 3_600_000).toISOString();
  const rows = await database
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .selectAll("articles")
    .select("entries.feed_url as carrier")
    .where("entries.feed_url", "in", feedUrls)
    .where("entries.sorted_at", ">=", at(-hours))
    .where("entries.sorted_at", "<=", at(hours))
    .where("articles.taken_down_at", "is", null)
    .orderBy("entries.sorted_at", "desc")
    .limit(NEAR)
    .execute();
  return eachOnce(rows);
}

/** More than a city's feeds bring in six days. */
const NEAR = 3000;

/** Where an article's pictures stand: that of its feed, and its texts, in which there may be more. */
export async function picturesOf(
  database: Database,
  slug: string,
): Promise<{ imageUrl: string | null; texts: string[] } | undefined> {
  const row = await database
    .selectFrom("articles")
    .select(["image_url", "content_html", "description_html"])
    .where("slug", "=", slug)
    .where("taken_down_at", "is", null)
    .executeTakeFirst();
  return row && { imageUrl: row.image_url, texts: [row.content_html, row.description_html] };
}

/** A row of the store as an article. */
export function fromRow(row: Selectable<ArticleRow>, carriers: string[]): StoredArticle {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    link: row.link,
    author: row.author,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
    sortedAt: row.sorted_at,
    changedAt: row.changed_at,
    descriptionHtml: row.description_html,
    contentHtml: row.content_html,
    excerpt: row.excerpt,
    image: row.image_url
      ? {
          url: row.image_url,
          width: row.image_width,
          height: row.image_height,
          alt: row.image_alt ?? "",
          caption: row.image_caption ?? "",
          credit: row.image_credit ?? "",
        }
      : null,
    enclosures: JSON.parse(row.enclosures),
    categories: JSON.parse(row.categories),
    feedUrl: carriers[0] ?? row.feed_url,
    carriers,
  };
}
