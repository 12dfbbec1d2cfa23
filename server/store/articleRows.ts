import type { Selectable } from "kysely";
import type { Article } from "../../core/article.ts";
import type { Photograph } from "../../core/picture.ts";
import type { ArticleRow } from "./schema.ts";

/** What lists of articles show of one: all but its texts, which are most of it. */
export interface Headline
  extends Pick<Article, "slug" | "title" | "link" | "author" | "publishedAt" | "excerpt" | "image"> {
  id: number;
  /** The feed that carries it, through which it was found. */
  feedUrl: string;
  /** All feeds that carry it, of those that were looked through. */
  carriers: string[];
  /** What lists are sorted by: the date of publication, or of the first sight where there is none. */
  sortedAt: string;
  /** When what the store has of it was written last. */
  changedAt: string;
  /** The photograph that its image is, once we keep it. */
  photograph: Photograph | null;
}

interface PhotographColumns {
  picture_key: string | null;
  picture_width: number | null;
  picture_height: number | null;
}

/** What of an article's photograph stands in its row, where `pictures` is joined. */
export const PHOTOGRAPH = [
  "pictures.key as picture_key",
  "pictures.width as picture_width",
  "pictures.height as picture_height",
] as const;

export type HeadlineRow = Pick<Selectable<ArticleRow>, (typeof COLUMNS)[number]> & PhotographColumns;

export const COLUMNS = [
  ...([
    "id",
    "slug",
    "title",
    "link",
    "author",
    "published_at",
    "excerpt",
    "feed_url",
    "sorted_at",
    "changed_at",
  ] as const),
  ...(["image_url", "image_width", "image_height", "image_alt", "image_caption", "image_credit"] as const),
] as const;

export function headlineOf(row: HeadlineRow, carriers: string[]): Headline {
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
      row.picture_key && row.picture_width && row.picture_height
        ? { key: row.picture_key, width: row.picture_width, height: row.picture_height }
        : null,
    feedUrl: carriers[0] ?? row.feed_url,
    carriers,
  };
}

/** An article of the store, whole. */
export interface StoredArticle extends Headline, Omit<Article, "guid"> {}

/** An article's row with its photograph's. */
export type Row = Selectable<ArticleRow> & PhotographColumns;

/** @param carriers the feeds that carry it, the first of which it was found through */
export function fromRow(row: Row, carriers: string[]): StoredArticle {
  return {
    ...headlineOf(row, carriers),
    updatedAt: row.updated_at,
    descriptionHtml: row.description_html,
    contentHtml: row.content_html,
    enclosures: JSON.parse(row.enclosures),
    categories: JSON.parse(row.categories),
  };
}
