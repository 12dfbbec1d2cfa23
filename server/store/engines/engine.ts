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

/**
 * The operations that differ between SQLite (sqlite.ts) and PostgreSQL (postgres.ts). All other queries are the same
 * for both.
 */
export interface Engine {
  /** Returns a sentence that says why the database cannot contain a store; null if it can. */
  findUnsuitable(database: Database): Promise<string | null>;
  /** Checks that the database can be written. @throws if it cannot, for example on a PostgreSQL standby */
  checkWritable(transaction: Transaction<Tables>): Promise<void>;
  /** Returns a value that changes whenever this or another process commits a change. */
  readDataVersion(database: Database): Promise<string>;
  /**
   * Resolves when a transaction of `withWriterLock` holds the lock. On SQLite, resolves immediately.
   *
   * @throws if the lock is not acquired in time
   */
  waitForWriterLock(transaction: Database): Promise<void>;
  /** Notifies all servers when the transaction commits. Does nothing on SQLite, where there is only one server. */
  notify(database: Database, topic: Topic): Promise<void>;
  /** Returns the names of the applied migrations, latest first; empty for a new database. */
  listMigrations(database: Database): Promise<string[]>;
  /** Makes SQLite overwrite rows that the transaction deletes. PostgreSQL's files keep such rows until VACUUM. */
  overwriteDeleted(transaction: Database): Promise<void>;
  /**
   * Shrinks SQLite's file by up to `pages` free pages, if more than a twentieth of the file is free. Does nothing on
   * PostgreSQL, which reuses the space of deleted rows.
   *
   * @returns true if another call may shrink the file further
   */
  releaseSpace(database: Database, pages: number): Promise<boolean>;
  /**
   * Returns true for errors that do not come from the statement, such as a lock or a full disk. The statement can
   * succeed later, possibly after an operator has acted.
   */
  isUnavailable(error: unknown): boolean;

  /** Reads all rows of a table in batches, in any order. */
  readRows(database: Database, table: string, batchSize: number): AsyncIterable<Record<string, unknown>[]>;
  /** Returns the last id that a table has assigned, even if the row was deleted since; 0 if none. */
  findLastId(database: Database, table: string): Promise<number>;
  /** Makes a table's next id follow `lastId`. Call this after inserting rows with given ids. */
  continueIds(database: Database, table: string, lastId: number): Promise<void>;
  /** Updates PostgreSQL's statistics for planning queries. Call this after many inserts. SQLite needs none. */
  analyze(database: Database): Promise<void>;
  /**
   * Translates a migration's SQL, which is written for SQLite.
   *
   * @param addition statements that are run only on PostgreSQL
   */
  toSchema(script: string, addition: string): string;
  /** Condition: the value of a column is in a list. The statement's text is the same for lists of any length. */
  isIn(column: RawBuilder<unknown>, values: readonly (string | number)[]): RawBuilder<boolean>;
  /**
   * Condition: the value of a column is in a list, for values of any length, such as URLs. SQLite's index of such a
   * column contains the values, and PostgreSQL's contains their digests.
   */
  isKeyIn(column: RawBuilder<unknown>, keys: readonly string[]): RawBuilder<boolean>;
  /**
   * Condition: the text in an indexed column is in a list. PostgreSQL plans the statement once, for lists of any
   * length.
   */
  isAmong(column: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean>;
  /** A table with one row per text. Column `value` is the text; column `key` is the text's position in the list. */
  eachText(texts: readonly string[], alias: string): RawBuilder<unknown>;
  /**
   * A table with one row per object. Column `value` is the object, whose fields are read with `value ->> 'field'`.
   * Column `key` is the object's position in the list.
   */
  eachObject(objects: readonly object[], alias: string): RawBuilder<unknown>;
  /** Aggregates the values of all rows to a JSON array, as text. */
  toList(value: RawBuilder<unknown>): RawBuilder<string>;
  /** Converts a comma-separated list of SQL values to a JSON array. */
  toTuple(values: RawBuilder<unknown>): RawBuilder<unknown>;
  /**
   * Query that returns the given rows for an insert. The values are texts, integers or null. On PostgreSQL, the query
   * has one parameter per column, whatever the number of rows.
   */
  toRows(columns: readonly string[], rows: readonly Record<string, unknown>[]): RawBuilder<unknown>;
  /**
   * SQL expression that reserves `count` article ids while the writer lock is held. The expression's value is the last
   * reserved id. If `count` is 0, the value has no meaning.
   */
  reserveArticleIds(count: RawBuilder<number>): RawBuilder<number>;
  /**
   * Runs statements that do not read each other's rows, and notifies all servers when the transaction commits.
   * PostgreSQL gets them as parts of a single statement. In a transaction, PostgreSQL may run this statement after the
   * promise has resolved; if the statement fails, the transaction fails, too.
   */
  insertAndNotify(database: Database, inserts: readonly Insert[], topic: Topic): Promise<void>;
  /** True for values of a column that contain one of the texts, ignoring the case of ASCII letters. */
  containsAny(column: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean>;
  hasNonAscii(column: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Makes SQLite use an index. Empty on PostgreSQL, which chooses indexes by its statistics. */
  indexHint(index: string): RawBuilder<unknown>;
  /** True for the rows that a query selects. Transactions that run the query at the same time get different rows. */
  isClaimed(column: RawBuilder<unknown>, query: SelectQueryBuilder<Tables, keyof Tables, object>): RawBuilder<boolean>;
  /** Drops the search index that earlier versions kept in the store. */
  dropSearchTables(transaction: Kysely<unknown>): Promise<void>;
}

export interface Insert extends OperationNodeSource {
  execute(): Promise<unknown>;
}

/** Time limits and callbacks of a connection, and the term of leadership to which it belongs. */
export interface ConnectionOptions {
  /** Maximum time, in ms, that a statement waits for another connection's lock before it fails; 5 s by default. */
  busyTimeoutMs?: number | undefined;
  /**
   * On PostgreSQL, time limit of a statement, in ms. The limit also ends the wait for a response that the network has
   * lost. Unlimited by default, since commands may take minutes.
   */
  queryTimeoutMs?: number | undefined;
  /** On PostgreSQL, time in ms after which a statement that only reads fails; `queryTimeoutMs` by default. */
  readTimeoutMs?: number | undefined;
  /** Called with each error of a statement. */
  onError?: ((error: ErrorCodes) => void) | undefined;
  /** On PostgreSQL, a server's term of leadership. All queries fail after it has ended. */
  term?: Term;
}

/** Adapter of this project's Kysely dialects. `getEngine` uses it to find the engine of a database or a transaction. */
export interface EngineAdapter extends DialectAdapter {
  engine: Engine;
}

export function getEngine(database: Database): Engine {
  return (database.getExecutor().adapter as EngineAdapter).engine;
}

/**
 * Runs a transaction with the writer lock, which only one transaction in all processes holds at a time. This is needed
 * if a write depends on a read (rate limits, slugs), or if ids must become visible in order: on PostgreSQL, concurrent
 * transactions do not see each other's changes. If `database` is a transaction, `work` runs in it.
 */
export function withWriterLock<Result>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return readWithWriterLock(database, async () => {}, work);
}

/**
 * Does the same as `withWriterLock` for work that begins with a query. The query is sent to PostgreSQL together with
 * the request for the lock, in one round trip. PostgreSQL runs the query when the transaction holds the lock.
 *
 * @param read runs one query and nothing else, since it is called before the lock is held
 * @param work called with the result of the query, when the lock is held
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

/** Builds a statement that inserts rows. @param rows at least one row; all rows must have the same columns */
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
 * Returns true if an error means that the store cannot be used for now: it is locked, read-only or unreachable, or its
 * disk is full or failing.
 */
export function isStoreUnavailable(database: Database, error: unknown): boolean {
  return getEngine(database).isUnavailable(error);
}
