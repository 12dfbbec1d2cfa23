import type { Selectable } from "kysely";
import type { Article } from "../../core/article.ts";
import type { Database } from "./open.ts";
import type { ArticleRow } from "./schema.ts";

/** An article of the store, with the feeds that carry it. */
export interface StoredArticle extends Omit<Article, "guid"> {
  id: number;
  /** The feed that carries it, through which it was found. */
  feedUrl: string;
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
        .orderBy("entries.sorted_at", "desc")
        .orderBy("entries.article_id")
        .limit(limit)
        .execute(),
    ),
  );
  const rows = [...new Map(lists.flat().map((row) => [row.id, row])).values()];
  rows.sort((a, b) => (a.sorted_at === b.sorted_at ? a.id - b.id : a.sorted_at < b.sorted_at ? 1 : -1));
  return rows.slice(0, limit).map((row) => fromRow(row, row.carrier));
}

/**
 * The article that has a slug, if a section of the edition follows or ever followed a feed that carries it.
 *
 * @returns the article and the sections' slugs; undefined where the edition has no such article
 */
export async function articleBySlug(
  database: Database,
  edition: string,
  slug: string,
): Promise<{ article: StoredArticle; sections: string[] } | undefined> {
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
  return { article: fromRow(row, first.feed_url), sections: follows.map((follow) => follow.section) };
}

/** Where the photograph of the article with a slug stands; null where there is no such article or it has none. */
export async function imageUrlOf(database: Database, slug: string): Promise<string | null> {
  const row = await database.selectFrom("articles").select("image_url").where("slug", "=", slug).executeTakeFirst();
  return row?.image_url ?? null;
}

function fromRow(row: Selectable<ArticleRow>, carrier: string): StoredArticle {
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
      ? { url: row.image_url, width: row.image_width, height: row.image_height, alt: row.image_alt ?? "" }
      : null,
    enclosures: JSON.parse(row.enclosures),
    categories: JSON.parse(row.categories),
    feedUrl: carrier,
  };
}
