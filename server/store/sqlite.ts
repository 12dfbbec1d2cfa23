import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { type SqliteDatabase, SqliteDialect } from "kysely";

/**
 * Opens a SQLite file, making it and its folder where they are missing.
 *
 * In WAL mode readers never wait for the writer. `synchronous=NORMAL` keeps the database whole through a killed process
 * and a lost power supply; the latter may cost the last seconds, which the next poll brings again.
 *
 * @param path the file's path, or ":memory:"
 * @throws where the file cannot be made or is no database
 */
export function sqliteDialect(path: string): SqliteDialect {
  if (path !== ":memory:") mkdirSync(dirname(resolve(path)), { recursive: true });
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec("pragma journal_mode=wal; pragma synchronous=normal; pragma foreign_keys=on;");
  return new SqliteDialect({ database: adapt(database) });
}

/** Preparing a statement takes longer than running it; the server knows some dozens of them. */
const STATEMENTS_KEPT = 500;

/**
 * All our transactions write. One that began by reading, while another connection wrote, would be refused its first write
 * at once, however long it may wait.
 */
const BEGIN = "begin immediate";

/** Gives Node's own SQLite the face that Kysely knows from better-sqlite3. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  return {
    close: () => database.close(),
    prepare(asked) {
      const sql = asked === "begin" ? BEGIN : asked;
      const statement = prepared.get(sql) ?? database.prepare(sql);
      if (prepared.size < STATEMENTS_KEPT) prepared.set(sql, statement);
      const isReader = statement.columns().length > 0;
      // What writes answers with the last row's number, which is beyond a JavaScript number's exactness where the search index
      // struck out a row of its own, and would be refused although the statement was done.
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
