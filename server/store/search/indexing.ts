import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { DEFAULT_AUTHOR } from "../../../core/article.ts";
import { foldText } from "../../../core/search/fold.ts";
import { toText } from "../../html/text.ts";
import { toBatches } from "../batches.ts";
import { getEngine, withWriterLock } from "../engine.ts";
import type { Database, Tables } from "../schema.ts";
import { toArticleId } from "./searchKey.ts";
import {
  createSearchTables,
  createWindow,
  deleteArticles,
  hasSearchTables,
  type IndexedArticle,
  insertArticles,
  listWindows,
} from "./windows.ts";

/** Number of articles in a window after which the next window begins. */
const MAX_WINDOW_ARTICLES = 32_768;
/** Number of articles moved to a new window: without any, `bm25()` cannot distinguish rare from common words. */
const FIRST_WINDOW_ARTICLES = 512;
/** Maximum number of characters of an article's text that are indexed. */
const MAX_BODY_LENGTH = 60_000;

/** Prefix of every tag, which no folded word contains, so that no query matches a tag by accident. */
const TAG = "§";
export const EVERY_ARTICLE = `${TAG}all`;
export const PICTURED = `${TAG}pictured`;

/** Returns the tag for a filter, such as a feed's URL. */
export function tagFor(name: string): string {
  return TAG + createHash("sha256").update(name).digest("hex").slice(0, 12);
}

/** Separator of texts in one column, so that no phrase matches across two texts. */
const GAP = ` ${TAG} `;

interface Searchable {
  title: string;
  excerpt: string;
  html: string;
  author: string;
  categories: string[];
  tags: string[];
}

/** Returns an article's texts, folded for the index, and its tags. */
export function foldArticle({ title, excerpt, html, author, categories, tags }: Searchable) {
  const labels = author === DEFAULT_AUTHOR ? categories : [author, ...categories];
  const fold = (text: string) => foldText(text).join(" ");
  return {
    title: fold(title),
    deck: fold(excerpt),
    body: fold(toText(html).slice(0, MAX_BODY_LENGTH)),
    labels: labels.map(fold).join(GAP),
    tags: [EVERY_ARTICLE, ...tags],
  };
}

/** Reindexes articles that were added, changed, taken down or restored. Call this in the transaction of the change. */
export async function indexArticles(
  database: Kysely<Tables>,
  ids: readonly number[],
  maxWindowArticles = MAX_WINDOW_ARTICLES,
): Promise<void> {
  if (ids.length === 0 || !getEngine(database).hasSearchIndex) return;
  await deleteArticles(database, ids);
  await insertArticles(database, await readArticles(database, ids));
  await startWindowIfFull(database, maxWindowArticles);
}

/** Reads articles that are not taken down. The index reads articles only here and in `readArticleIds`. */
async function readArticles(database: Kysely<Tables>, ids: readonly number[]): Promise<IndexedArticle[]> {
  const rows = await database
    .selectFrom("articles")
    .select(["id", "title", "excerpt", "author", "content_html", "description_html"])
    .select(["categories", "image_url", "sorted_at as sortedAt"])
    .select(
      sql<string>`(select json_group_array(distinct feed_url) from entries where article_id = articles.id)`.as("feeds"),
    )
    .where("id", "in", ids)
    .where("taken_down_at", "is", null)
    .execute();
  return rows.map(({ id, sortedAt, content_html, description_html, categories, image_url, feeds, ...texts }) => {
    const feedUrls: string[] = JSON.parse(feeds);
    const tags = [...feedUrls.map(tagFor), ...(image_url ? [PICTURED] : [])];
    const html = content_html || description_html;
    return { id, sortedAt, ...foldArticle({ ...texts, html, categories: JSON.parse(categories), tags }) };
  });
}

/** Returns the ids of all articles that are not taken down, oldest first. */
async function readArticleIds(database: Kysely<Tables>): Promise<number[]> {
  const articles = database.selectFrom("articles").select("id").where("taken_down_at", "is", null);
  const rows = await articles.orderBy("sorted_at").execute();
  return rows.map(({ id }) => id);
}

/** Starts a new window if the newest one is full. */
async function startWindowIfFull(database: Kysely<Tables>, maxArticles: number): Promise<void> {
  const [newest] = await listWindows(database);
  if (!newest) return;
  // The shadow table has one row per article; counting the FTS5 table itself takes 20 times as long.
  const sizes = sql.table(`search_${newest.number}_docsize`);
  const { rows: counts } = await sql<{ articles: number }>`select count(*) as articles from ${sizes}`.execute(database);
  if ((counts[0]?.articles ?? 0) < maxArticles) return;
  const { rows } = await sql<{ key: number }>`select id as key from ${sizes} order by id desc
    limit ${FIRST_WINDOW_ARTICLES}`.execute(database);
  const ids = rows.map(({ key }) => toArticleId(key));
  await deleteArticles(database, ids);
  await createWindow(database, { number: newest.number + 1, first_key: rows.at(-1)?.key ?? 0 });
  await insertArticles(database, await readArticles(database, ids));
}

/** Builds the index from the stored articles if it is missing; takes about 0.3 ms per article. */
export async function ensureSearchIndex(database: Database, log?: Logger): Promise<void> {
  if (!getEngine(database).hasSearchIndex || (await hasSearchTables(database))) return;
  await withWriterLock(database, async (transaction) => {
    // Another process may have built the index meanwhile.
    if (await hasSearchTables(transaction)) return;
    await createSearchTables(transaction);
    const ids = await readArticleIds(transaction);
    if (ids.length === 0) return;
    log?.info({ articles: ids.length }, "building the search index");
    for (const batch of toBatches(ids)) await indexArticles(transaction, batch);
    log?.info("search index built");
  });
}
