import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { LRUCache } from "lru-cache";
import type { ConnectionOptions, Engine, EngineAdapter } from "./engine.ts";
import { getResultCode, type Retries, retryWhileBusy, UNAVAILABLE_CODES } from "./sqliteErrors.ts";

/** Maximum number of prepared statements to cache. A few dozen are in use. Preparing takes longer than running. */
const MAX_STATEMENTS = 500;
const BUSY_TIMEOUT_MS = 5000;
/** Value of `pragma auto_vacuum` in files that can shrink: new files, and files that `compact` has rewritten. */
const INCREMENTAL = 2;
/** Reciprocal of the share of pages that stay free in the file: one in 20. New rows soon fill these pages. */
const KEPT_FREE_SHARE = 20;

/**
 * Opens a SQLite file, creating it and its folder if they are missing. In WAL mode, readers never wait for the writer.
 * `synchronous=normal` keeps the database consistent after a killed process or a power failure. A power failure may
 * lose the writes of the last seconds; the next poll restores lost articles. node:sqlite is synchronous: if it waited
 * for another process's write, it would block all requests. Instead, a timer retries the statement. Transactions have
 * their own connection, so that other queries do not wait for them. The file contains subscribers' addresses, so only
 * the owner may read it. The same holds for a folder that this function creates.
 *
 * @param path the file's path, or ":memory:"
 * @throws if the file cannot be created or is not a database
 */
export function sqliteDialect(
  path: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS, onError }: Pick<ConnectionOptions, "busyTimeoutMs" | "onError"> = {},
): Dialect {
  const isFile = path !== ":memory:";
  if (isFile) createPrivateFile(path);
  // Sets `auto_vacuum` only in an empty file. In any other file, SQLite ignores the setting, but the statement would
  // wait for the write lock.
  if (isFile && statSync(path).size === 0) setAutoVacuum(path);
  const queries = openConnection(path);
  const transactions = isFile ? openConnection(path) : queries;
  if (isFile) for (const suffix of ["", "-wal", "-shm"]) makePrivate(path + suffix);
  return {
    createDriver: () => createDriver(queries, transactions, { busyTimeoutMs, onError }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  };
}

/** Mode of the database file. SQLite also applies it to the files that it creates beside the database. */
const FILE_MODE = 0o600;

function createPrivateFile(path: string): void {
  mkdirSync(dirname(resolve(path)), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", FILE_MODE));
}

/**
 * Revokes other users' access to a file that an earlier version of Broadsheet created. Does nothing unless the
 * process's user is the file's owner or root.
 */
function makePrivate(path: string): void {
  if (!existsSync(path)) return;
  const { mode, uid } = statSync(path);
  const user = process.getuid?.();
  if ((mode & 0o077) !== 0 && (user === uid || user === 0)) chmodSync(path, FILE_MODE);
}

/**
 * Query for `readDataVersion`, compiled in advance. The server runs it for each front page that is not in the cache.
 */
const DATA_VERSION = CompiledQuery.raw(
  "select data_version as external, total_changes() as own from pragma_data_version",
) as CompiledQuery<{ external: number; own: number }>;

/** Engine for SQLite. Binds most lists as one JSON value, so that one prepared statement serves lists of any length. */
const engine: Engine = {
  findUnsuitable: async () => null,
  checkWritable: async () => {},
  /** Combines SQLite's count of other connections' commits with this connection's count of changes, in about 10 µs. */
  async readDataVersion(database) {
    const { rows } = await database.executeQuery(DATA_VERSION);
    return `${rows[0]?.external} ${rows[0]?.own}`;
  },
  async listMigrations(database) {
    const { rows } = await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(database);
    if (rows.length === 0) return [];
    const applied = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(database);
    return applied.rows.map(({ name }) => name);
  },
  waitForWriterLock: async () => {},
  notify: async () => {},
  async overwriteDeleted(transaction) {
    await sql`pragma secure_delete = on`.execute(transaction);
  },
  async releaseSpace(database, pages) {
    const { rows } = await sql<{ mode: number; free: number; pages: number }>`
      select auto_vacuum as mode, freelist_count as free, page_count as pages
      from pragma_auto_vacuum, pragma_freelist_count, pragma_page_count`.execute(database);
    const [state] = rows;
    if (state?.mode !== INCREMENTAL || state.free <= state.pages / KEPT_FREE_SHARE) return false;
    await sql`pragma incremental_vacuum(${sql.lit(pages)})`.execute(database);
    return true;
  },
  isUnavailable: (error) => UNAVAILABLE_CODES.includes(getResultCode(error) ?? 0),
  async *readRows(database, table, batchSize) {
    for (let lastId = 0; ; ) {
      const { rows } = await sql<{ position: number }>`select rowid as position, * from ${sql.table(table)}
        where rowid > ${lastId} order by rowid limit ${batchSize}`.execute(database);
      const last = rows.at(-1);
      if (!last) return;
      yield rows;
      lastId = last.position;
    }
  },
  async findLastId(database, table) {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(
      database,
    );
    return rows[0]?.seq ?? 0;
  },
  async continueIds(database, table, lastId) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(database);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(database);
  },
  analyze: async () => {},
  toSchema: (script) => script,
  isIn: (column, values) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  isKeyIn: (column, keys) => engine.isIn(column, keys),
  isAmong: (column, texts) => sql`${column} in (${sql.join(texts)})`,
  eachText: (texts, alias) => sql`json_each(${JSON.stringify(texts)}) as ${sql.ref(alias)}`,
  toRows: (columns, rows) =>
    sql`values ${sql.join(rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`))}`,
  reserveArticleIds: (count) => sql`coalesce((select seq from sqlite_sequence where name = 'articles'), 0) + ${count}`,
  async insertAndNotify(_, inserts) {
    for (const insert of inserts) await insert.execute();
  },
  eachObject: (objects, alias) => sql`json_each(${JSON.stringify(objects)}) as ${sql.ref(alias)}`,
  toTuple: (values) => sql`json_array(${values})`,
  toList: (value) => sql`json_group_array(${value})`,
  containsAny: (column, texts) =>
    texts.length === 0
      ? sql`false`
      : sql`(${sql.join(
          texts.map((text) => sql`${column} like ${`%${text}%`}`),
          sql` or `,
        )})`,
  hasNonAscii: (column) => sql`${column} glob ${"*[^ -~]*"}`,
  indexHint: (index) => sql`indexed by ${sql.ref(index)}`,
  isClaimed: (column, query) => sql`${column} in ${query}`,
  async dropSearchTables(transaction) {
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema
      where sql like 'create virtual table %' and name glob 'search_[0-9]*'`.execute(transaction);
    for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(transaction);
    for (const name of ["search_windows", "search_articles"])
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
  },
};

interface Connection {
  database: DatabaseSync;
  prepare(query: string): StatementSync;
}

/** Lets a new file shrink later. The setting must be in the file's header before the first table is created. */
function setAutoVacuum(path: string): void {
  using database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  database.exec("pragma auto_vacuum=incremental; pragma journal_mode=wal;");
}

function openConnection(path: string): Connection {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  database.exec("pragma journal_mode=wal; pragma synchronous=normal; pragma foreign_keys=on; pragma busy_timeout=0;");
  const statements = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS });
  return {
    database,
    prepare(query) {
      const statement = statements.get(query) ?? database.prepare(query);
      statements.set(query, statement);
      return statement;
    },
  };
}

/** Adapter that lets Kysely run queries while a transaction is open. By default, Kysely would make each query wait. */
class ConcurrentSqliteAdapter extends SqliteAdapter implements EngineAdapter {
  readonly engine = engine;

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

interface Session extends DatabaseConnection {
  connection: Connection;
  /** Lets the next transaction begin. */
  end?: () => void;
}

function createDriver(queries: Connection, transactions: Connection, retries: Retries): Driver {
  /** Resolves when the most recently requested transaction has ended. */
  let lastEnd: Promise<void> = Promise.resolve();

  function end(session: Session): void {
    session.connection = queries;
    session.end?.();
  }

  return {
    init: async () => {},
    acquireConnection: async () => createSession(queries, retries),
    releaseConnection: async () => {},
    async beginTransaction(session: Session) {
      const previousEnd = lastEnd;
      const { promise, resolve } = Promise.withResolvers<void>();
      lastEnd = promise;
      session.end = resolve;
      await previousEnd;
      try {
        // Gets the write lock immediately. A deferred transaction cannot write if another transaction has written since
        // the first read of the deferred transaction.
        await retryWhileBusy(() => transactions.database.exec("begin immediate"), retries);
        session.connection = transactions;
      } catch (error) {
        end(session);
        throw error;
      }
    },
    async commitTransaction(session: Session) {
      await retryWhileBusy(() => transactions.database.exec("commit"), retries);
      end(session);
    },
    async rollbackTransaction(session: Session) {
      try {
        // After some errors, such as a full disk, SQLite has already rolled back.
        if (transactions.database.isTransaction) transactions.database.exec("rollback");
      } finally {
        end(session);
      }
    },
    async destroy() {
      queries.database.close();
      if (transactions !== queries) transactions.database.close();
    },
  };
}

function createSession(connection: Connection, retries: Retries): Session {
  const session: Session = {
    connection,
    executeQuery: ({ sql: query, parameters }) =>
      retryWhileBusy(() => {
        const statement = session.connection.prepare(query);
        const values = parameters as SQLInputValue[];
        // Reads all rows of every pragma: `pragma incremental_vacuum` reports no columns, but frees one page per row.
        if (statement.columns().length > 0 || query.startsWith("pragma "))
          return { rows: statement.all(...values) as never[] };
        // Reads rowids as bigints, since the rowids of the search index exceed safe integers. Otherwise, node:sqlite
        // would throw an error, but only after the statement has run.
        statement.setReadBigInts(true);
        const { changes, lastInsertRowid } = statement.run(...values);
        return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
      }, retries),
    streamQuery() {
      throw new Error("Queries are not streamed: all are bounded.");
    },
  };
  return session;
}
