import type {
  DialectAdapter,
  Insertable,
  Kysely,
  OperationNodeSource,
  RawBuilder,
  SelectQueryBuilder,
  Transaction,
} from "kysely";
import type { Database, Tables } from "../schema/schema.ts";
import type { Term, Topic } from "../session.ts";
import type { ErrorCodes } from "./damage.ts";

/** The differences between SQLite and PostgreSQL (sqlite.ts, postgres.ts). All other queries are the same for both. */
export interface Engine {
  /**
   * Returns a sentence about the reason why the database is unsuitable for a store, such as its version; null if it is
   * suitable.
   */
  findUnsuitable(database: Database): Promise<string | null>;
  /** @throws if the database cannot be written, such as a PostgreSQL standby */
  checkWritable(transaction: Transaction<Tables>): Promise<void>;
  /** Returns a value that changes whenever this or another process commits a change. */
  readDataVersion(database: Database): Promise<string>;
  /**
   * Resolves when a transaction of `withWriterLock` holds the lock; on SQLite, at once. @throws if it does not get the
   * lock
   */
  waitForWriterLock(transaction: Database): Promise<void>;
  /** Notifies all nodes when the transaction commits. On SQLite, there is only one node. */
  notify(database: Database, topic: Topic): Promise<void>;
  /** Returns the names of the applied migrations, latest first; empty for a new database. */
  listMigrations(database: Database): Promise<string[]>;
  /** Makes SQLite overwrite rows that the transaction deletes. PostgreSQL keeps deleted rows until the next VACUUM. */
  overwriteDeleted(transaction: Database): Promise<void>;
  /**
   * Returns free pages of SQLite's file to the disk, if more than a twentieth of the file is free. PostgreSQL reuses
   * the space of deleted rows.
   *
   * @returns true if there are more pages to return
   */
  releaseSpace(database: Database, pages: number): Promise<boolean>;
  /** Returns true for errors that prevent a read or a write only until they pass, or until an operator ends them. */
  isUnavailable(error: unknown): boolean;

  /** Reads all rows of a table in batches, in any order. */
  readRows(database: Database, table: string, batchSize: number): AsyncIterable<Record<string, unknown>[]>;
  /** Returns the last id that a table has assigned, even if the row was deleted since; 0 if none. */
  findLastId(database: Database, table: string): Promise<number>;
  /** Makes a table's next id follow `lastId`, after rows were inserted with given ids. */
  continueIds(database: Database, table: string, lastId: number): Promise<void>;
  /** Updates PostgreSQL's statistics, by which it plans queries, after many inserts. SQLite plans without them. */
  analyze(database: Database): Promise<void>;
  /**
   * Translates a migration's SQL, which is written for SQLite.
   *
   * @param addition statements for PostgreSQL only
   */
  toSchema(script: string, addition: string): string;
  /** True for values of a column that are in a list. The statement's text is the same for lists of any length. */
  isIn(column: RawBuilder<unknown>, values: readonly (string | number)[]): RawBuilder<boolean>;
  /**
   * True for values of a column that are in a list, for columns whose values may be of any length, such as URLs.
   * SQLite's index of such a column contains the values, and PostgreSQL's contains their digests.
   */
  isKeyIn(column: RawBuilder<unknown>, keys: readonly string[]): RawBuilder<boolean>;
  /** True for texts in a list, for a column that both engines index by its values. PostgreSQL plans the statement once. */
  isAmong(column: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean>;
  /** A table with a row per text, whose columns are `value` and `key`, the position. */
  eachText(texts: readonly string[], alias: string): RawBuilder<unknown>;
  /** A table with a row per object, whose fields are read with `value ->> 'field'`. Also has the column `key`. */
  eachObject(objects: readonly object[], alias: string): RawBuilder<unknown>;
  /** Aggregates values to a JSON array, as text. */
  toList(value: RawBuilder<unknown>): RawBuilder<string>;
  /** A JSON array of the values in a comma-separated list. */
  toTuple(values: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Rows to insert, of texts and integers. PostgreSQL gets one parameter per column, whatever the number of rows. */
  toRows(columns: readonly string[], rows: readonly Record<string, unknown>[]): RawBuilder<unknown>;
  /**
   * The last of `count` unused ids of articles, which stay unused until the writer lock is released; no id if `count`
   * is 0.
   */
  reserveArticleIds(count: RawBuilder<number>): RawBuilder<number>;
  /**
   * Runs statements that do not read each other's rows, and notifies all nodes when the transaction commits. PostgreSQL
   * gets them as a single statement. In a transaction, it may run them after the promise has resolved; if they fail,
   * the transaction fails, too.
   */
  insertAndNotify(database: Database, inserts: readonly Insert[], topic: Topic): Promise<void>;
  /** True for values of a column that contain one of the texts, ignoring the case of ASCII letters. */
  containsAny(column: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean>;
  hasNonAscii(column: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Makes SQLite use an index. PostgreSQL chooses by its statistics. */
  indexHint(index: string): RawBuilder<unknown>;
  /** True for the rows that a query selects to claim. Concurrent claims get different rows. */
  isClaimed(column: RawBuilder<unknown>, query: SelectQueryBuilder<Tables, keyof Tables, object>): RawBuilder<boolean>;
  /** Drops the search index that earlier versions kept in the store. */
  dropSearchTables(transaction: Kysely<unknown>): Promise<void>;
}

/** A statement that inserts rows. */
export interface Insert extends OperationNodeSource {
  execute(): Promise<unknown>;
}

/** Time limits of a connection, and the term of leadership that it belongs to. */
export interface ConnectionOptions {
  /**
   * Longest wait, in ms, of a statement for another connection's lock; 5 s by default. After that, the statement fails.
   */
  busyTimeoutMs?: number | undefined;
  /**
   * On PostgreSQL, time in ms after which a statement fails, even if the network swallows the response. None by
   * default, since commands may take minutes.
   */
  queryTimeoutMs?: number | undefined;
  /** On PostgreSQL, time in ms after which a statement that only reads fails; `queryTimeoutMs` by default. */
  readTimeoutMs?: number | undefined;
  /** Called with each error of a statement. */
  onError?: ((error: ErrorCodes) => void) | undefined;
  /** On PostgreSQL, the term of leadership whose end makes all queries fail. */
  term?: Term;
}

/** Adapter of our Kysely dialects, through which `getEngine` finds the engine of a database or a transaction. */
export interface EngineAdapter extends DialectAdapter {
  engine: Engine;
}

export function getEngine(database: Database): Engine {
  return (database.getExecutor().adapter as EngineAdapter).engine;
}

/**
 * Runs a transaction that no other transaction with this lock overlaps, in any process. Needed if a write depends on a
 * read, as with limits and slugs, and if ids must become visible in order. SQLite has only one writer; on PostgreSQL
 * such transactions would otherwise not see each other's changes. If `database` is a transaction, `work` runs in it.
 */
export function withWriterLock<Result>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return readWithWriterLock(database, async () => {}, work);
}

/**
 * Does the same as `withWriterLock` for work that begins with a query. PostgreSQL gets the query together with the
 * request for the lock, in one trip, and runs it when the transaction holds the lock.
 *
 * @param read runs one query and nothing else, since it begins before the lock is held
 * @param work called with the result of the query when the lock is held
 */
export async function readWithWriterLock<Rows, Result>(
  database: Database,
  read: (transaction: Transaction<Tables>) => Promise<Rows>,
  work: (transaction: Transaction<Tables>, rows: Rows) => Promise<Result>,
): Promise<Result> {
  if (database.isTransaction) {
    const transaction = database as Transaction<Tables>;
    return work(transaction, await read(transaction));
  }
  // On PostgreSQL, this mode makes the driver request the lock together with the start of the transaction.
  const begun = database.transaction().setAccessMode("read write");
  return begun.execute(async (transaction) => {
    const [rows] = await Promise.all([read(transaction), getEngine(transaction).waitForWriterLock(transaction)]);
    return work(transaction, rows);
  });
}

/** Builds a statement that inserts at least one row. All rows have the same columns. */
export function insertRows<Name extends keyof Tables & string>(
  database: Database,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
) {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Tables[Name] & string)[];
  const values = getEngine(database).toRows(columns, rows);
  return database.insertInto(table).columns(columns).expression(values);
}

/** Returns a value that changes with every write, whichever connection, thread or process makes it. */
export function readDataVersion(database: Database): Promise<string> {
  return getEngine(database).readDataVersion(database);
}

/**
 * Returns true for errors of a store that cannot be used now: the store is locked, read-only or unreachable, or the
 * disk is full or failing.
 */
export function isStoreUnavailable(database: Database, error: unknown): boolean {
  return getEngine(database).isUnavailable(error);
}
