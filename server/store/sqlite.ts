import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type SqliteDatabase, SqliteDialect, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "./schema.ts";

/**
 * Opens a SQLite file, creating it and its folder if they are missing.
 *
 * In WAL mode, readers never wait for the writer. `synchronous=normal` keeps the database consistent after a killed process
 * or a power failure; the latter may lose the last seconds, which the next poll fetches again.
 *
 * Only the file's owner may read it: it has the addresses of subscribers. A folder that this function creates is as private.
 *
 * @param path the file's path, or ":memory:"
 * @throws if the file cannot be created or is not a database
 */
export function sqliteDialect(path: string): SqliteDialect {
  if (path !== ":memory:") {
    mkdirSync(dirname(resolve(path)), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", FILE_MODE));
  }
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec("pragma journal_mode=wal; pragma synchronous=normal; pragma foreign_keys=on;");
  for (const suffix of ["", "-wal", "-shm"]) makePrivate(path + suffix);
  return new SqliteDialect({ database: adapt(database) });
}

/** SQLite gives the mode of the database to the files that it creates beside it. */
const FILE_MODE = 0o600;

/** Takes a file that an earlier version created from all users but its owner, who alone may do so. */
function makePrivate(path: string): void {
  if (!existsSync(path)) return;
  const { mode, uid } = statSync(path);
  const user = process.getuid?.();
  if ((mode & 0o077) !== 0 && (user === uid || user === 0)) chmodSync(path, FILE_MODE);
}

/** Prepared statements in memory. Preparing one takes longer than running it; the server uses some dozens. */
const MAX_STATEMENTS = 500;

/** Locks for writing at once: a deferred transaction that has read fails at its first write after another's. */
const BEGIN = "begin immediate";

/** Adapts node:sqlite to the interface of better-sqlite3, which Kysely expects. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS });
  return {
    close: () => database.close(),
    prepare(query) {
      const text = query === "begin" ? BEGIN : query;
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      const isReader = statement.columns().length > 0;
      // Last rowids of the search index exceed safe integers; node:sqlite would throw after the statement has run.
      if (!isReader) statement.setReadBigInts(true);
      return {
        reader: isReader,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      };
    },
  };
}

/** Returns a value that changes with every write by this connection, another thread or process. Takes about 10 µs. */
export async function getDataVersion(database: Database): Promise<string> {
  const { rows } = await sql<{ external: number; own: number }>`
    select data_version as external, total_changes() as own from pragma_data_version`.execute(database);
  return `${rows[0]?.external} ${rows[0]?.own}`;
}
