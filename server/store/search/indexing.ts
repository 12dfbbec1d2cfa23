import { createHash } from "node:crypto";
import { sql } from "kysely";
import { DEFAULT_AUTHOR } from "../../../core/article.ts";
import type { Language } from "../../../core/language/languages.ts";
import { foldText } from "../../../core/search/fold.ts";
import { toText } from "../../html/text.ts";
import { getEngine } from "../engines/engine.ts";
import { selectHidingEditions, selectHidingSections } from "../rules/hiddenEntries.ts";
import type { Database } from "../schema/schema.ts";
import { parseStoredTexts } from "../storedJson.ts";
import { toArticleId, toSearchKey } from "./searchKey.ts";
import type { SearchDatabase, SearchWindowRow } from "./searchTables.ts";
import { createWindow, deleteArticles, type IndexedArticle, insertArticles, listWindows } from "./windows.ts";
import { listSpelledWords, recordWords } from "./words.ts";

/** Number of articles in a full window. Further articles begin a new window. */
export const MAX_WINDOW_ARTICLES = 32_768;
/**
 * Number of articles moved to a new window. In an empty window, `bm25()` could not tell rare words from common words.
 */
const FIRST_WINDOW_ARTICLES = 512;
/** Maximum number of characters of an article's text that are indexed. */
const MAX_BODY_LENGTH = 60_000;

/** Prefix of every tag. No folded word contains it, so no word of a query matches a tag. */
const TAG = "§";
export const EVERY_ARTICLE = `${TAG}all`;
export const PICTURED = `${TAG}pictured`;

/** Returns the tag for a filter, such as a feed's URL. */
export function tagFor(name: string): string {
  return TAG + createHash("sha256").update(name).digest("hex").slice(0, 12);
}

/** Returns the tag of articles that an edition, or a section such as "chicago/sports", hides from its readers. */
export const hiddenTagFor = (place: string) => tagFor(`hidden ${place}`);

/** Separator between the texts in one column, which keeps a phrase from matching across two texts. */
const GAP = ` ${TAG} `;

export interface IndexOptions {
  /** Language of the index. `foldText` applies this language's rules. */
  language: Language;
  /** Number of articles in a full window. Further articles begin a new window. */
  maxWindowArticles: number;
}

interface ArticleTexts {
  title: string;
  excerpt: string;
  html: string;
  author: string;
  categories: string[];
  tags: string[];
}

/** Returns an article's texts as folded words of the given language, and its tags. */
export function foldArticle({ title, excerpt, html, author, categories, tags }: ArticleTexts, language: Language) {
  const labels = author === DEFAULT_AUTHOR ? categories : [author, ...categories];
  const fold = (text: string) => foldText(text, language).join(" ");
  return {
    title: fold(title),
    deck: fold(excerpt),
    body: fold(toText(html).slice(0, MAX_BODY_LENGTH)),
    labels: labels.map(fold).join(GAP),
    tags: [EVERY_ARTICLE, ...tags],
    words: listSpelledWords([title, excerpt, ...labels], language),
  };
}

/**
 * Updates the index to the current state of the given articles in the store. Removes articles that were deleted or
 * taken down. Returns the windows from which articles were removed, even if the articles were then added again.
 */
export async function indexArticles(
  index: SearchDatabase,
  store: Database,
  ids: readonly number[],
  options: IndexOptions,
): Promise<SearchWindowRow[]> {
  if (ids.length === 0) return [];
  const windows = await deleteArticles(index, ids);
  const articles = await readArticles(store, ids, options.language);
  await insertArticles(index, articles);
  await recordWords(index, articles);
  await startWindowIfFull(index, store, options);
  return windows;
}

/** Reads the given articles, except those that were taken down, in the form for the index. */
async function readArticles(store: Database, ids: readonly number[], language: Language): Promise<IndexedArticle[]> {
  const rows = await store
    .selectFrom("articles")
    .select(["id", "title", "excerpt", "author", "content_html", "description_html"])
    .select(["categories", "image_url", "sorted_at as sortedAt"])
    .select(
      sql<string>`(select ${getEngine(store).toList(sql`distinct feed_url`)} from entries
        where article_id = articles.id)`.as("feeds"),
    )
    .select(selectHidingEditions(store).as("hidingEditions"))
    .select(selectHidingSections(store).as("hidingSections"))
    .where("id", "in", ids)
    .where("taken_down_at", "is", null)
    .execute();
  return rows.map(({ id, sortedAt, content_html, description_html, categories, image_url, ...row }) => {
    const { feeds, hidingEditions, hidingSections, ...texts } = row;
    const feedUrls: string[] = JSON.parse(feeds);
    const hiding: string[] = [...JSON.parse(hidingEditions), ...JSON.parse(hidingSections)];
    const tags = [...feedUrls.map(tagFor), ...hiding.map(hiddenTagFor), ...(image_url ? [PICTURED] : [])];
    const html = content_html || description_html;
    return {
      id,
      sortedAt,
      ...foldArticle(
        { ...texts, html, categories: parseStoredTexts(categories, `categories of article ${id}`), tags },
        language,
      ),
    };
  });
}

/** Returns up to `limit` articles with an earlier date, or with the same date and an id below `id`, newest first. */
export async function listArticlesBefore(store: Database, date: string, id: number, limit: number) {
  return store
    .selectFrom("articles")
    .select(["id", "sorted_at as sortedAt"])
    .where("taken_down_at", "is", null)
    .where(({ refTuple, tuple, eb }) => eb(refTuple("sorted_at", "id"), "<", tuple(date, id)))
    .orderBy("sorted_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Divides an empty index into windows that suit the store's articles. The articles can then be added in any order. */
export async function createWindows(index: SearchDatabase, store: Database, maxArticles: number): Promise<void> {
  const { rows } = await sql<{ id: number; sortedAt: string }>`select id, sorted_at as "sortedAt" from (
      select id, sorted_at, row_number() over (order by sorted_at desc) as number from articles where taken_down_at is null
    ) as numbered where number % ${sql.lit(maxArticles)} = 0 order by number desc`.execute(store);
  // Window 1 already exists. It gets the oldest articles, which are too few to fill a window.
  for (const [place, { id, sortedAt }] of rows.entries())
    await createWindow(index, { number: place + 2, first_key: toSearchKey(sortedAt, id) });
}

/** If the newest window is full, starts a new window and moves the newest articles to it. */
async function startWindowIfFull(
  index: SearchDatabase,
  store: Database,
  { language, maxWindowArticles }: IndexOptions,
): Promise<void> {
  const [newest] = await listWindows(index);
  if (!newest) return;
  // Counts the rows of the window's shadow table, one per article. Counting in the FTS5 table takes 20 times as long.
  const sizes = sql.table(`search_${newest.number}_docsize`);
  const { rows: counts } = await sql<{ articles: number }>`select count(*) as articles from ${sizes}`.execute(index);
  if ((counts[0]?.articles ?? 0) < maxWindowArticles) return;
  const { rows } = await sql<{ key: number }>`select id as key from ${sizes} order by id desc
    limit ${FIRST_WINDOW_ARTICLES}`.execute(index);
  const ids = rows.map(({ key }) => toArticleId(key));
  await deleteArticles(index, ids);
  await createWindow(index, { number: newest.number + 1, first_key: rows.at(-1)?.key ?? 0 });
  await insertArticles(index, await readArticles(store, ids, language));
}
