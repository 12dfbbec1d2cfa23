import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { DEFAULT_AUTHOR } from "../../../core/article.ts";
import { tokensOf } from "../../../core/search/fold.ts";
import { wordsOf } from "../../html/text.ts";
import type { ArticleRow, Tables } from "../schema.ts";
import { writeBound } from "./bounds.ts";
import { searchKey } from "./searchKey.ts";

/** What of an article is looked through. */
type Searched = Pick<
  ArticleRow,
  "title" | "excerpt" | "content_html" | "description_html" | "author" | "categories" | "image_url" | "sorted_at"
> & { id: number };

/** The columns of an article that `Searched` has. */
const SEARCHED = [
  "id",
  "title",
  "excerpt",
  "content_html",
  "description_html",
  "author",
  "categories",
  "image_url",
  "sorted_at",
] as const;

/** Words of a text that are looked through; what stands behind is a book. */
const LONGEST_BODY = 60_000;
/** A word that stands so often in a text tells what it is about. */
const OFTEN = 3;
/** Stands between words that follow one another in the index and not in the story. No query has it. */
const GAP = " \u241f ";

/** Marks of the index that are no words: that an article is one, which feed carries it, whether it has a picture. */
export const EVERY = "all";
export const PICTURED = "pictured";
export function feedMark(feedUrl: string): string {
  return `feed${createHash("sha256").update(feedUrl).digest("hex").slice(0, 12)}`;
}

/** Whether a word of a text may be a mark as well, so that only the column tells them apart. */
export function isMark(word: string): boolean {
  return word === EVERY || word === PICTURED || /^feed[0-9a-f]{12}$/.test(word);
}

/**
 * Brings the search index up to date with an article that was added, changed, taken down or brought back. It is called in
 * the transaction of that, so that the two are never apart.
 *
 * @param sortedBefore what the article's `sorted_at` was before; the index knows it by that
 */
export async function reindexArticle(database: Transaction<Tables>, id: number, sortedBefore: string): Promise<void> {
  const article = await database
    .selectFrom("articles")
    .select(SEARCHED)
    .where("id", "=", id)
    .where("taken_down_at", "is", null)
    .executeTakeFirst();
  if (article?.sorted_at !== sortedBefore)
    await sql`delete from search where rowid = ${BigInt(searchKey(sortedBefore, id))}`.execute(database);
  if (!article) return;
  const carriers = await database.selectFrom("entries").select("feed_url").where("article_id", "=", id).execute();
  await writeArticle(
    database,
    article,
    carriers.map(({ feed_url }) => feed_url),
  );
}

async function writeArticle(database: Kysely<Tables>, article: Searched, carriers: string[]): Promise<void> {
  const { title, deck, body, names, all } = searchedWords(article);
  const marks = [EVERY, ...(article.image_url ? [PICTURED] : []), ...new Set(carriers.map(feedMark))].join(" ");
  // A number is bound as a fraction, by which the index would not know a row again.
  const key = BigInt(searchKey(article.sorted_at, article.id));
  await sql`insert or replace into search (rowid, title, deck, body, names, marks)
    values (${key}, ${title}, ${deck}, ${body}, ${names}, ${marks})`.execute(database);
  // How often a word came is kept as a power of two, which it reaches by chance (Morris, 1978): words that are known
  // well are read, and hardly ever written again.
  await sql`insert into search_words (word, level) select value, 0 from json_each(${JSON.stringify(all)}) where true
    on conflict (word) do update set level = level + 1 where (random() & ((1 << level) - 1)) = 0`.execute(database);
  await writeBound(database, article);
}

export type SearchedText = Pick<
  Searched,
  "title" | "excerpt" | "content_html" | "description_html" | "author" | "categories"
>;

/** An article's words, folded, by the weight that they have. */
export function searchedWords(article: SearchedText) {
  const { title, deck, named } = headlineWords(article);
  const body = foldedWords(wordsOf(article.content_html || article.description_html).slice(0, LONGEST_BODY));
  return {
    title: title.join(" "),
    deck: deck.join(" "),
    body: body.join(" "),
    names: [...named.map((name) => name.join(" ")), ...often(body)].filter(Boolean).join(GAP),
    all: [...new Set([title, deck, body, ...named].flat())],
  };
}

/** The words of what is told of an article beside its text. */
export function headlineWords(article: Pick<SearchedText, "title" | "excerpt" | "author" | "categories">) {
  const categories = article.categories === "[]" ? [] : (JSON.parse(article.categories) as string[]);
  const names = article.author === DEFAULT_AUTHOR ? categories : [article.author, ...categories];
  return { title: foldedWords(article.title), deck: foldedWords(article.excerpt), named: names.map(foldedWords) };
}

function foldedWords(text: string): string[] {
  return tokensOf(text).map(({ word }) => word);
}

function often(body: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of body) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].flatMap(([word, count]) => (count >= OFTEN ? [word] : []));
}

/** Articles that are read from the store at once while the index is made. */
const BATCH = 500;

/** Makes the search index, and puts into it what the store has already. */
export async function createSearchIndex(database: Kysely<unknown>): Promise<void> {
  // What is indexed is folded before, so that the same rules hold for texts, for queries and on every database: the
  // index's own have nothing left to do. It keeps no text, since the articles have it.
  await sql`create virtual table search using fts5(title, deck, body, names, marks,
    content='', contentless_delete=1, tokenize='ascii')`.execute(database);
  await sql`create table search_words (word text primary key, level integer not null) without rowid`.execute(database);
  await indexStored(database as Kysely<Tables>);
}

/** Puts every article of the store into the search index. */
export async function indexStored(database: Kysely<Tables>): Promise<void> {
  for (let after = 0; ; ) {
    const articles = await database
      .selectFrom("articles")
      .select(SEARCHED)
      .where("id", ">", after)
      .where("taken_down_at", "is", null)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const last = articles.at(-1);
    if (!last) return;
    const carried = await database
      .selectFrom("entries")
      .select(["article_id", "feed_url"])
      .where("article_id", ">", after)
      .where("article_id", "<=", last.id)
      .execute();
    const carriers = Map.groupBy(carried, ({ article_id }) => article_id);
    for (const article of articles) {
      const feeds = carriers.get(article.id) ?? [];
      await writeArticle(
        database,
        article,
        feeds.map(({ feed_url }) => feed_url),
      );
    }
    after = last.id;
  }
}
