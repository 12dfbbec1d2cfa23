import { type Selectable, sql } from "kysely";
import type { Article } from "../../core/article.ts";
import type { Photograph } from "../../core/picture.ts";
import type { ArticleRow, Database } from "./schema.ts";

/** An article as lists show it: without its texts, which are most of its data. */
export interface Headline
  extends Pick<Article, "slug" | "title" | "link" | "author" | "publishedAt" | "excerpt" | "image"> {
  id: number;
  /** The first of `carriers`. */
  feedUrl: string;
  /** Those of the requested feeds that carry the article. */
  carriers: string[];
  /** Sort key of lists: the publication date, or the date of the first fetch if there is none. */
  sortedAt: string;
  /** When the stored article last changed. */
  changedAt: string;
  /** Our copy of `image`; null until it was downloaded. */
  photograph: Photograph | null;
}

/** A complete article of the store. */
export interface StoredArticle extends Headline, Omit<Article, "guid"> {}

/** An article in a list, and the feeds of the list that carry it. */
export interface ListedArticle {
  id: number;
  sortedAt: string;
  carriers: string[];
}

const HEADLINE_COLUMNS = [
  ...(["id", "slug", "title", "link", "author", "published_at", "excerpt", "sorted_at", "changed_at"] as const),
  ...(["image_url", "image_width", "image_height", "image_alt", "image_caption", "image_credit"] as const),
] as const;

type HeadlineRow = Pick<Selectable<ArticleRow>, (typeof HEADLINE_COLUMNS)[number]> & {
  image_key: string | null;
  stored_width: number | null;
  stored_height: number | null;
};

/** Selects articles with our copy of their image. */
function joinImages(database: Database) {
  return database
    .selectFrom("articles")
    .leftJoin("images", "images.url", "articles.image_url")
    .select(["images.key as image_key", "images.width as stored_width", "images.height as stored_height"]);
}

/** Selects complete articles as `fromRow` takes them. */
export function selectArticles(database: Database) {
  return joinImages(database).selectAll("articles");
}

/** Loads the headlines of listed articles, in their order, skipping those that no longer exist. */
export async function loadHeadlines(
  database: Database,
  lists: readonly (readonly ListedArticle[])[],
): Promise<Headline[][]> {
  const rows = await joinImages(database)
    .select(HEADLINE_COLUMNS.map((column) => `articles.${column}` as const))
    .where("articles.id", "in", idsOf(lists.flat()))
    .execute();
  return lists.map((list) => inListOrder(list, rows, toHeadline));
}

/** Loads complete listed articles, in their order, skipping those that no longer exist. */
export async function loadArticles(database: Database, list: readonly ListedArticle[]): Promise<StoredArticle[]> {
  const rows = await selectArticles(database).where("articles.id", "in", idsOf(list)).execute();
  return inListOrder(list, rows, fromRow);
}

function inListOrder<Row extends { id: number }, Loaded>(
  list: readonly ListedArticle[],
  rows: readonly Row[],
  load: (row: Row, carriers: string[]) => Loaded,
): Loaded[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return list.flatMap(({ id, carriers }) => {
    const row = byId.get(id);
    return row ? [load(row, carriers)] : [];
  });
}

/** Binds all ids as one JSON value, so that the statement is the same for any number of them and is prepared once. */
function idsOf(list: readonly ListedArticle[]) {
  return sql<number>`(select value from json_each(${JSON.stringify([...new Set(list.map(({ id }) => id))])}))`;
}

/** Merges the entries of feeds into a list of their articles, newest first. */
export function mergeEntries(entries: readonly { id: number; carrier: string; sorted_at: string }[]): ListedArticle[] {
  const articles = new Map<number, ListedArticle>();
  for (const { id, carrier, sorted_at } of entries) {
    const listed = articles.get(id);
    if (listed) listed.carriers.push(carrier);
    else articles.set(id, { id, carriers: [carrier], sortedAt: sorted_at });
  }
  return [...articles.values()].sort((a, b) =>
    a.sortedAt === b.sortedAt ? a.id - b.id : a.sortedAt < b.sortedAt ? 1 : -1,
  );
}

function toHeadline(row: HeadlineRow, carriers: string[]): Headline {
  const { image_key, stored_width, stored_height } = row;
  return {
    ...{ id: row.id, slug: row.slug, title: row.title, link: row.link, author: row.author, excerpt: row.excerpt },
    ...{ publishedAt: row.published_at, sortedAt: row.sorted_at, changedAt: row.changed_at },
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
    photograph:
      image_key && stored_width && stored_height
        ? { key: image_key, width: stored_width, height: stored_height }
        : null,
    feedUrl: carriers[0] ?? "",
    carriers,
  };
}

/** @param carriers the feeds that carry the article; not empty */
export function fromRow(row: Selectable<ArticleRow> & HeadlineRow, carriers: string[]): StoredArticle {
  return {
    ...toHeadline(row, carriers),
    updatedAt: row.updated_at,
    descriptionHtml: row.description_html,
    contentHtml: row.content_html,
    enclosures: JSON.parse(row.enclosures),
    categories: JSON.parse(row.categories),
  };
}
