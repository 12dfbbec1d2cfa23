import { type Dialect, PostgresAdapter, PostgresIntrospector, sql } from "kysely";
import type { PoolConfig } from "pg";
import { checkTerm, getTermName, NOTIFICATION_CHANNEL } from "../session.ts";
import type { ConnectionOptions, Engine, EngineAdapter } from "./engine.ts";
import {
  LockingPostgresDriver,
  openPool,
  PostgresTextCompiler,
  sendAhead,
  toPostgresJson,
  waitForSentAhead,
} from "./postgresConnection.ts";

/** Maximum number of connections per thread. The queries of a page run concurrently, each on its own connection. */
const MAX_CONNECTIONS = 10;
/** Time limit, in ms, for opening a connection when a server or a command starts. The database may be starting, too. */
const CONNECT_TIMEOUT_MS = 30_000;
/** Time limit, in ms, for opening a connection whose statements have a time limit. Readers may wait meanwhile. */
const LIMITED_CONNECT_TIMEOUT_MS = 5000;
const LOCK_TIMEOUT_MS = 5000;
/** Time, in ms, that PostgreSQL gets to report a canceled statement before the driver itself reports a timeout. */
const MESSAGE_MS = 500;
/**
 * Time, in ms, after which PostgreSQL ends a transaction that waits for its client. Otherwise, a frozen or disconnected
 * process would hold the writer lock for as long as its machine runs. The time is shorter than LOCK_TIMEOUT_MS, so that
 * a transaction that waits for the lock still gets it. This project's transactions wait for nothing but the database.
 */
const IDLE_TRANSACTION_MS = 3000;
/** SQL expression for the current instant in ISO 8601. */
const NOW = `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/**
 * Matches codes of transient errors (postgresql.org/docs/current/errcodes-appendix.html). They are lost connections,
 * insufficient resources, shutdowns, canceled statements, a standby, lock timeouts, deadlocks and network errors.
 */
const TRANSIENT_ERRORS = /^(08...|53...|57P..|57014|25006|55P03|40P01|E[A-Z]{4,})$/;
/** Matches messages of the driver's own errors, which have no code: lost connections and timeouts. */
const CONNECTION_ERRORS =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (has encountered|was closed))/;

/** Connects to a PostgreSQL database and loads the driver at the first query, since sites on SQLite need no driver. */
export function postgresDialect(
  url: string,
  { busyTimeoutMs = LOCK_TIMEOUT_MS, queryTimeoutMs, readTimeoutMs, onError, term }: ConnectionOptions,
): Dialect {
  const options: PoolConfig = {
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: queryTimeoutMs ? Math.min(LIMITED_CONNECT_TIMEOUT_MS, queryTimeoutMs) : CONNECT_TIMEOUT_MS,
    lock_timeout: busyTimeoutMs,
    // Makes PostgreSQL cancel a slow statement, which would otherwise continue after its client has given up.
    ...(queryTimeoutMs && { statement_timeout: queryTimeoutMs, query_timeout: queryTimeoutMs + MESSAGE_MS }),
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    ...(term && { application_name: getTermName(term), onConnect: (client) => checkTerm(client, term) }),
  };
  return {
    createDriver: () => new LockingPostgresDriver({ pool: () => openPool({ ...options, readTimeoutMs, onError }) }),
    createQueryCompiler: () => new PostgresTextCompiler(),
    createAdapter: () => new EnginePostgresAdapter(),
    createIntrospector: (database) => new PostgresIntrospector(database),
  };
}

/** Columns that `toRows` passes as integers. All other columns are text. */
const INTEGER_COLUMNS = new Set(["id", "article_id", "image_width", "image_height"]);

/** Settings of a PostgreSQL server and of the database. */
interface ServerSettings {
  /** Version, such as "18.1". */
  version: string;
  encoding: string;
}

/** Oldest major version of PostgreSQL that has been tested. */
const MIN_VERSION = 15;

/** Returns a sentence that says why a database is unsuitable for a store; null if it is suitable. */
export function explainUnsuitable({ version, encoding }: ServerSettings): string | null {
  if (Number.parseInt(version, 10) < MIN_VERSION)
    return `Its server is PostgreSQL ${version}; Broadsheet needs version ${MIN_VERSION} or newer.`;
  if (encoding !== "UTF8")
    return `Its encoding is ${encoding}, which lacks characters that stories contain. Create it with: create database NAME encoding 'UTF8' template template0.`;
  return null;
}

const engine: Engine = {
  async findUnsuitable(database) {
    const { rows } = await sql<ServerSettings>`select current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`.execute(database);
    return rows[0] ? explainUnsuitable(rows[0]) : null;
  },
  async checkWritable(transaction) {
    const { rows } = await sql<{ isReadOnly: string }>`
      select current_setting('transaction_read_only') as "isReadOnly"`.execute(transaction);
    if (rows[0]?.isReadOnly !== "off") throw new Error("the PostgreSQL server is read-only, such as a standby");
  },
  releaseSpace: async () => false,
  // A snapshot says which transactions have ended. Every commit of a change therefore leads to a different snapshot.
  async readDataVersion(database) {
    const { rows } = await sql<{ version: string }>`select pg_current_snapshot()::text as version`.execute(database);
    return rows[0]?.version ?? "";
  },
  async listMigrations(database) {
    const { rows } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(database);
    if (rows.length === 0) return [];
    const applied = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(database);
    return applied.rows.map(({ name }) => name);
  },
  async waitForWriterLock(transaction) {
    await transaction.getExecutor().provideConnection(waitForSentAhead);
  },
  async notify(database, topic) {
    await sql`select pg_notify(${NOTIFICATION_CHANNEL}, ${topic})`.execute(database);
  },
  overwriteDeleted: async () => {},
  isUnavailable(error) {
    const { code = "", message = "" } = (error ?? {}) as { code?: unknown; message?: unknown };
    return TRANSIENT_ERRORS.test(String(code)) || CONNECTION_ERRORS.test(String(message));
  },
  async *readRows(database, table, batchSize) {
    const transaction = await database.startTransaction().setIsolationLevel("repeatable read").execute();
    try {
      // Removes the time limit for idle transactions, because the caller writes to another database between batches.
      // This transaction blocks no writes in the meantime.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      await sql`declare rows_of_table cursor for select * from ${sql.table(table)}`.execute(transaction);
      for (;;) {
        const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(batchSize)} from rows_of_table`.execute(
          transaction,
        );
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      await transaction.rollback().execute();
    }
  },
  async findLastId(database, table) {
    // The sequence has no last value if it has assigned no id since rows were copied from another database.
    const lastValue = sql`pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass)`;
    const { rows } = await sql<{ id: number }>`
      select greatest(max(id), ${lastValue}, 0) as id from ${sql.table(table)}`.execute(database);
    return rows[0]?.id ?? 0;
  },
  async continueIds(database, table, lastId) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId + 1}::bigint, false)`.execute(database);
  },
  async analyze(database) {
    await sql`analyze`.execute(database);
  },
  // Compares texts by bytes, like SQLite. Comparisons by a language's rules are slower, and differ between servers.
  toSchema: (script, addition) =>
    `${script
      .replaceAll(`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`, NOW)
      .replaceAll(/\binteger primary key autoincrement\b/g, "bigint generated by default as identity primary key")
      .replaceAll(/\binteger\b/g, "bigint")
      .replaceAll(/\breal\b/g, "double precision")
      .replaceAll(/\bblob\b/g, "bytea")
      .replaceAll(/\bjson_array\(/g, "json_build_array(")
      // Replaces "text" only as a type, after a column's name, since a column may also be named "text".
      .replaceAll(/(?<=[\w"] )text\b/g, 'text collate "C"')};${addition}`,
  isIn(column, values) {
    if (values.length === 0) return sql`false`;
    return typeof values[0] === "number"
      ? sql`${column} = any(${[...new Set(values)]}::bigint[])`
      : sql`${column} = any(${[...new Set(values)]}::text[])`;
  },
  // Wraps each list of values in a subquery. PostgreSQL computes the subquery's array once, and looks up its values in
  // the index. Without a subquery, PostgreSQL would plan the statement again for each call, and planning takes longer
  // than running the statement.
  isKeyIn: (column, keys) =>
    sql`md5(${column}) = any(array(select md5(key) from unnest(${[...keys]}::text[]) as key))
      and ${engine.isAmong(column, keys)}`,
  isAmong: (column, texts) => sql`${column} = any((select ${[...texts]}::text[])::text[])`,
  eachText: (texts, alias) => sql`unnest(${[...texts]}::text[]) with ordinality as ${sql.ref(alias)} (value, key)`,
  // Passes arrays, since PostgreSQL takes twice as long to read JSON.
  toRows(columns, rows) {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const arrays = columns.map((column) => {
      const values = rows.map((row) => row[column]);
      return INTEGER_COLUMNS.has(column) ? sql`${values}::bigint[]` : sql`${values}::text[]`;
    });
    return sql`select ${names} from unnest(${sql.join(arrays)}) as inserted (${names})`;
  },
  // Uses the fixed name of the sequence, since looking up the name would take longer than using the sequence.
  reserveArticleIds: (count) =>
    sql`case when ${count} > 0 then setval('articles_id_seq', nextval('articles_id_seq') + ${count} - 1) end`,
  async insertAndNotify(database, inserts, topic) {
    const parts = inserts.map((insert, index) => sql`${sql.ref(`part_${index}`)} as (${insert})`);
    if (parts.length === 0) return;
    const statement = sql`with ${sql.join(parts)} select pg_notify(${NOTIFICATION_CHANNEL}, ${topic})`.compile(
      database,
    );
    if (!database.isTransaction) return void (await database.executeQuery(statement));
    await database.getExecutor().provideConnection(async (connection) => sendAhead(connection, statement));
  },
  eachObject: (objects, alias) =>
    sql`jsonb_array_elements(${toPostgresJson(objects)}::jsonb) with ordinality as ${sql.ref(alias)} (value, key)`,
  toTuple: (values) => sql`json_build_array(${values})`,
  toList: (value) => sql`coalesce(json_agg(${value}), '[]')::text`,
  // `lower` converts only ASCII letters here, since the columns have the collation "C". `ilike` would convert the text
  // again for each pattern.
  containsAny: (column, texts) =>
    sql`lower(${column}) like any(${texts.map((text) => `%${text.toLowerCase()}%`)}::text[])`,
  hasNonAscii: (column) => sql`octet_length(${column}) <> char_length(${column})`,
  indexHint: () => sql``,
  // Evaluates the query once, as an array. PostgreSQL might run a plain subquery several times, each time with
  // different rows.
  isClaimed: (column, query) => sql`${column} = any(array${query.forUpdate().skipLocked()})`,
  // There is nothing to drop: earlier versions had no search tables on PostgreSQL.
  dropSearchTables: async () => {},
};

class EnginePostgresAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine = engine;
}
