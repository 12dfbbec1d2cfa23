import { sql } from "kysely";
import { z } from "zod";
import type { Article } from "../../../core/article.ts";
import type { StoredImage } from "../../../core/imageSizes.ts";
import { getEngine } from "../engines/engine.ts";
import type { Database } from "../schema/schema.ts";
import { parseStored, parseStoredTexts } from "../storedJson.ts";
import { parseSponsor, type Sponsor } from "./sponsor.ts";

/**
 * Key of an article's texts and images. Only `server/rights/permit.ts` may read them (checked by `npm run floors`). The
 * key is a symbol, so that JSON never contains these texts.
 */
export const CONTENT = Symbol("content");

/** The data of an article for lists. Omits the article's text, which is most of the data. */
export interface Headline
  extends Pick<Article, "slug" | "title" | "link" | "author" | "publishedAt" | "updatedAt" | "categories"> {
  id: number;
  /** URL of the first feed in `carriers`. */
  feedUrl: string;
  /** URLs of the requested feeds that carry the article. */
  carriers: string[];
  /** URLs of all feeds that carry the article, in any section. The article's rights depend on these feeds. */
  allCarriers: string[];
  /**
   * Sort key of lists: the publication date, never in the future. For an article without a date, `selectIncoming`
   * derives it from the article's neighbors in the feed.
   */
  sortedAt: string;
  changedAt: string;
  /** Language tag of a staff story; null for the edition's language. */
  language: string | null;
  /** Sponsor of a staff story; null for none. */
  sponsor: Sponsor | null;
  readonly [CONTENT]: HeadlineContent;
}

interface HeadlineContent extends Pick<Article, "excerpt" | "image"> {
  /** Point of the image that crops keep visible, such as "50% 25%"; null for the default. */
  imageFocus: string | null;
  /** This site's copy of `image`; null before the download. */
  storedImage: StoredImage | null;
}

export interface StoredArticle extends Headline {
  readonly [CONTENT]: HeadlineContent & Pick<Article, "contentHtml" | "descriptionHtml" | "enclosures">;
}

/** An article in a list that merges feeds. `carriers` are the URLs of those feeds that carry the article. */
export interface ListedArticle {
  id: number;
  sortedAt: string;
  carriers: string[];
}

const enclosuresSchema = z.array(
  z.object({ url: z.string(), type: z.string().nullable(), length: z.number().nullable() }),
);

/** Selects headlines, with this site's copies of their images. */
function selectHeadlines(database: Database) {
  const { toList } = getEngine(database);
  return (
    database
      .selectFrom("articles")
      .leftJoin("images", "images.url", "articles.image_url")
      .select(["images.key as image_key", "images.width as stored_width", "images.height as stored_height"])
      .select([
        "articles.id",
        "articles.slug",
        "articles.title",
        "articles.link",
        "articles.author",
        "articles.excerpt",
      ])
      .select(["articles.categories", "articles.language", "articles.sponsor", "image_focus as imageFocus"])
      .select(["published_at as publishedAt", "updated_at as updatedAt"])
      .select(["sorted_at as sortedAt", "changed_at as changedAt"])
      // Selects the carriers as one JSON value: a join would repeat the article's texts for each feed.
      .select(
        sql<string>`(select ${toList(sql.ref("feed_url"))} from entries where article_id = articles.id)`.as(
          "all_carriers",
        ),
      )
      .select(["image_url", "image_width", "image_height", "image_alt", "image_caption", "image_credit"])
  );
}

/** Selects complete articles, in rows that `toArticle` converts. */
export function selectArticles(database: Database) {
  return selectHeadlines(database)
    .select(["description_html as descriptionHtml", "content_html as contentHtml"])
    .select(["enclosures", "taken_down_at"]);
}

type RowOf<Query extends { execute(): Promise<unknown[]> }> = Awaited<ReturnType<Query["execute"]>>[number];
type HeadlineRow = RowOf<ReturnType<typeof selectHeadlines>>;
type ArticleRow = RowOf<ReturnType<typeof selectArticles>>;

/** Loads the headlines of each list in the order of the list; skips articles that no longer exist. */
export async function listHeadlines(database: Database, lists: readonly (readonly ListedArticle[])[]) {
  const rows = await selectHeadlines(database).where(isListed(database, lists.flat())).execute();
  return lists.map((list) => inListOrder(list, rows, toHeadline));
}

/** Loads the complete articles of a list in the order of the list; skips articles that no longer exist. */
export async function listArticles(database: Database, list: readonly ListedArticle[]): Promise<StoredArticle[]> {
  const rows = await selectArticles(database).where(isListed(database, list)).execute();
  return inListOrder(list, rows, toArticle);
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

function isListed(database: Database, list: readonly ListedArticle[]) {
  const ids = [...new Set(list.map(({ id }) => id))];
  return getEngine(database).isIn(sql.ref("articles.id"), ids);
}

/** Merges the entries of several feeds into one list of articles, newest first. */
export function mergeEntries(entries: readonly { id: number; carrier: string; sortedAt: string }[]): ListedArticle[] {
  const articles = new Map<number, ListedArticle>();
  for (const { id, carrier, sortedAt } of entries)
    articles.getOrInsertComputed(id, () => ({ id, sortedAt, carriers: [] })).carriers.push(carrier);
  return [...articles.values()].sort((a, b) =>
    a.sortedAt === b.sortedAt ? a.id - b.id : a.sortedAt < b.sortedAt ? 1 : -1,
  );
}

function toHeadline(row: HeadlineRow, carriers: string[]): Headline {
  const { image_key, stored_width, stored_height, image_url, image_width, image_height, categories, ...rest } = row;
  const { image_alt, image_caption, image_credit, all_carriers, excerpt, imageFocus, sponsor, ...headline } = rest;
  const texts = { alt: image_alt ?? "", caption: image_caption ?? "", credit: image_credit ?? "" };
  const isStored = image_key && stored_width && stored_height;
  return {
    ...headline,
    sponsor: parseSponsor(sponsor, row.slug),
    categories: parseStoredTexts(categories, `categories of article ${row.id}`),
    feedUrl: carriers[0] ?? "",
    carriers,
    allCarriers: JSON.parse(all_carriers),
    [CONTENT]: {
      excerpt,
      imageFocus,
      image: image_url ? { url: image_url, width: image_width, height: image_height, ...texts } : null,
      storedImage: isStored ? { key: image_key, width: stored_width, height: stored_height } : null,
    },
  };
}

/** Converts a row to an article. @param carriers the feeds that carry the article; not empty */
export function toArticle(row: ArticleRow, carriers: string[]): StoredArticle {
  const { descriptionHtml, contentHtml, enclosures, ...rest } = row;
  const headline = toHeadline(rest, carriers);
  const texts = {
    descriptionHtml,
    contentHtml,
    enclosures: parseStored(enclosuresSchema, enclosures, `enclosures of article ${row.id}`),
  };
  return { ...headline, [CONTENT]: { ...headline[CONTENT], ...texts } };
}
