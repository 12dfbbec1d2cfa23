import { sql } from "kysely";
import { toSearchKey } from "./searchKey.ts";
import type { SearchDatabase, SearchWindowRow } from "./searchTables.ts";
import type { SpelledWord } from "./words.ts";

// The search index consists of FTS5 tables, called windows, one for each range of dates. Windows limit the cost of a
// query, since `bm25()` counts all rows of a table that contain a term, and FTS5 reads past the end of a range of
// rowids until it finds a match.

/** An article to index. Its texts are folded words, separated by spaces. */
export interface IndexedArticle {
  id: number;
  sortedAt: string;
  title: string;
  deck: string;
  body: string;
  /** The author and the categories; only the categories if the author is `DEFAULT_AUTHOR`. */
  labels: string;
  tags: string[];
  /** Words of title, deck and labels, for suggestions. */
  words: SpelledWord[];
}

/** Columns of a window, and their weights in `bm25()`. */
const COLUMNS = { title: 10, deck: 4, body: 1, labels: 4, tags: 0 };
export const COLUMN_WEIGHTS = Object.values(COLUMNS).join(", ");

export function getWindowTable({ number }: Pick<SearchWindowRow, "number">) {
  return sql.table(`search_${number}`);
}

export async function createWindow(database: SearchDatabase, window: Omit<SearchWindowRow, "merge">): Promise<void> {
  // The texts are already folded, so the simplest tokenizer suffices. With `content=''`, the table stores no texts.
  await sql`create virtual table ${getWindowTable(window)} using fts5(${sql.raw(Object.keys(COLUMNS).join(", "))},
    content='', contentless_delete=1, tokenize='ascii')`.execute(database);
  await database
    .insertInto("search_windows")
    .values({ ...window, merge: "none" })
    .execute();
}

/** Returns all windows, newest first. */
export function listWindows(database: SearchDatabase): Promise<SearchWindowRow[]> {
  return database.selectFrom("search_windows").selectAll().orderBy("number", "desc").execute();
}

/** Adds articles to the index, which must not contain them yet. */
export async function insertArticles(database: SearchDatabase, articles: readonly IndexedArticle[]): Promise<void> {
  const windows = await listWindows(database);
  // Inserts in the order of keys, since FTS5 begins a new segment whenever a key is lower than the previous one.
  const rows = articles.map((article) => ({ article, key: toSearchKey(article.sortedAt, article.id) }));
  for (const { article, key } of rows.toSorted((a, b) => a.key - b.key)) {
    const { title, deck, body, labels, tags } = article;
    // Binds the key as a BigInt: node:sqlite binds a number as a float, which FTS5 does not accept as a rowid.
    await sql`insert into ${getWindowTable(findWindow(windows, key))} (rowid, title, deck, body, labels, tags)
      values (${BigInt(key)}, ${title}, ${deck}, ${body}, ${labels}, ${tags.join(" ")})`.execute(database);
    await database
      .insertInto("search_articles")
      .values({ id: article.id, key, tags: JSON.stringify(tags) })
      .execute();
  }
}

/** Removes articles from the index; ignores unknown ids. Returns the windows that contained the articles. */
export async function deleteArticles(database: SearchDatabase, ids: readonly number[]): Promise<SearchWindowRow[]> {
  const rows = await database.deleteFrom("search_articles").where("id", "in", ids).returning("key").execute();
  if (rows.length === 0) return [];
  const windows = await listWindows(database);
  const touched = new Set<SearchWindowRow>();
  for (const { key } of rows) {
    const window = findWindow(windows, key);
    await sql`delete from ${getWindowTable(window)} where rowid = ${BigInt(key)}`.execute(database);
    touched.add(window);
  }
  return [...touched];
}

async function setMerge(database: SearchDatabase, window: SearchWindowRow, merge: SearchWindowRow["merge"]) {
  await database.updateTable("search_windows").set({ merge }).where("number", "=", window.number).execute();
}

/** Number of database pages that one step of a merge writes. A step takes about 50 ms. */
const MERGE_PAGES = 200;

/** Schedules a merge of a window's segments. The merge erases words that FTS5 has only marked as deleted. */
export async function scheduleMerge(database: SearchDatabase, window: SearchWindowRow): Promise<void> {
  await setMerge(database, window, "due");
}

/**
 * Takes one step of a scheduled merge. Call this outside of transactions. Returns false if no merge is scheduled, after
 * the last step, or if the next step must wait for another thread.
 */
export async function mergeStep(database: SearchDatabase): Promise<boolean> {
  const [window, ...others] = (await listWindows(database)).filter(({ merge }) => merge !== "none");
  if (!window) return false;
  // Makes SQLite overwrite freed space in the file.
  await sql`pragma secure_delete = on`.execute(database);
  const table = getWindowTable(window);
  const before = await countChanges(database);
  // A negative number of pages starts a merge of all segments. A positive number continues the merge
  // (sqlite.org/fts5.html, 6.8).
  const pages = window.merge === "due" ? -MERGE_PAGES : MERGE_PAGES;
  await sql`insert into ${table} (${table}, rank) values ('merge', ${sql.lit(pages)})`.execute(database);
  const isMerged = window.merge === "running" && (await countChanges(database)) - before < 2;
  // Empties the write-ahead log, which still has the erased words. If another thread is reading the log, the next step
  // tries again.
  const isErased = isMerged && (await emptyWriteAheadLog(database));
  await setMerge(database, window, isErased ? "none" : "running");
  return !isMerged || (isErased && others.length > 0);
}

async function emptyWriteAheadLog(database: SearchDatabase): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
  return rows[0]?.busy === 0;
}

async function countChanges(database: SearchDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(database);
  return rows[0]?.count ?? 0;
}

function findWindow(windows: readonly SearchWindowRow[], key: number): SearchWindowRow {
  const window = windows.find(({ first_key }) => first_key <= key);
  if (!window) throw new Error(`No search window holds the key ${key}.`);
  return window;
}
