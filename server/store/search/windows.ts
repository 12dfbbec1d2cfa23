import { sql } from "kysely";
import { getEngine } from "../engine.ts";
import type { Database, SearchWindowRow } from "../schema.ts";
import { toSearchKey } from "./searchKey.ts";

// The index consists of FTS5 tables, called windows, one per range of dates. Windows bound the cost of a query:
// `bm25()` counts all rows of every term in a table, and FTS5 reads past the end of a rowid range until it finds a
// match.

/** An article to index: its texts are folded words, separated by spaces. */
export interface IndexedArticle {
  id: number;
  sortedAt: string;
  title: string;
  deck: string;
  body: string;
  /** Author and categories. */
  labels: string;
  tags: string[];
}

/** Columns of a window, and their weights in `bm25()`. */
const COLUMNS = { title: 10, deck: 4, body: 1, labels: 4, tags: 0 };
export const WEIGHTS = Object.values(COLUMNS).join(", ");

export function windowTable({ number }: SearchWindowRow) {
  return sql.table(`search_${number}`);
}

/** Creates an empty index. */
export async function createSearchTables(database: Database): Promise<void> {
  await sql`create table search_windows (number integer primary key, first_key integer not null)`.execute(database);
  await sql`create table search_articles (id integer primary key, key integer not null, tags text not null)`.execute(
    database,
  );
  await createWindow(database, { number: 1, first_key: 0 });
}

export async function hasSearchTables(database: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_schema where name = 'search_windows'`.execute(database);
  return rows.length > 0;
}

export async function createWindow(database: Database, window: SearchWindowRow): Promise<void> {
  // Text is folded before it is indexed, so the simplest tokenizer is enough. The table itself stores no text.
  await sql`create virtual table ${windowTable(window)} using fts5(${sql.raw(Object.keys(COLUMNS).join(", "))},
    content='', contentless_delete=1, tokenize='ascii')`.execute(database);
  await database.insertInto("search_windows").values(window).execute();
}

/** Returns all windows, newest first. */
export async function listWindows(database: Database): Promise<SearchWindowRow[]> {
  if (!getEngine(database).hasSearchIndex) return [];
  return database.selectFrom("search_windows").selectAll().orderBy("number", "desc").execute();
}

/** Adds articles that are not in the index. */
export async function insertArticles(database: Database, articles: readonly IndexedArticle[]): Promise<void> {
  const windows = await listWindows(database);
  // Sorted by key, since FTS5 writes a new segment whenever a key is lower than the previous one.
  const rows = articles.map((article) => ({ article, key: toSearchKey(article.sortedAt, article.id) }));
  for (const { article, key } of rows.toSorted((a, b) => a.key - b.key)) {
    const { title, deck, body, labels, tags } = article;
    // node:sqlite binds a number as a float, which FTS5 does not accept as a rowid.
    await sql`insert into ${windowTable(findWindow(windows, key))} (rowid, title, deck, body, labels, tags)
      values (${BigInt(key)}, ${title}, ${deck}, ${body}, ${labels}, ${tags.join(" ")})`.execute(database);
    await database
      .insertInto("search_articles")
      .values({ id: article.id, key, tags: JSON.stringify(tags) })
      .execute();
  }
}

/** Removes articles from the index; ignores ids that are not in the index. */
export async function deleteArticles(database: Database, ids: readonly number[]): Promise<void> {
  if (!getEngine(database).hasSearchIndex) return;
  const rows = await database.deleteFrom("search_articles").where("id", "in", ids).returning("key").execute();
  if (rows.length === 0) return;
  const windows = await listWindows(database);
  for (const { key } of rows)
    await sql`delete from ${windowTable(findWindow(windows, key))} where rowid = ${BigInt(key)}`.execute(database);
}

function findWindow(windows: readonly SearchWindowRow[], key: number): SearchWindowRow {
  const window = windows.find(({ first_key }) => first_key <= key);
  if (!window) throw new Error(`No search window holds the key ${key}.`);
  return window;
}
