import { DatabaseSync } from "node:sqlite";
import { StoreError } from "./open.ts";

/** Number of rows of each table. */
export type RowCounts = Record<string, number>;

/**
 * Writes a copy of a database that other processes may be writing to, as of one instant.
 *
 * VACUUM INTO reads in one transaction, which blocks no writer. The copy has no deleted rows in free pages, and no
 * write-ahead log beside it.
 *
 * @param path the file of the database
 * @param target a file that does not exist
 * @throws {StoreError} if the database cannot be read, or the copy not be written
 */
export function writeSnapshot(path: string, target: string): void {
  try {
    // Not read-only: such a connection could not remove the write-ahead log that it creates if the server is not running.
    using database = new DatabaseSync(path, { timeout: 30_000 });
    database.prepare("vacuum into ?").run(target);
  } catch (error) {
    throw new StoreError(`Failed to copy the database ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Checks a database file completely, and counts its rows.
 *
 * @throws {StoreError} if it is damaged
 */
export function checkSnapshot(path: string): RowCounts {
  try {
    using database = new DatabaseSync(path);
    const [first] = database.prepare("pragma integrity_check(1)").all();
    if (first?.integrity_check !== "ok") throw new Error(String(first?.integrity_check));
    const [orphan] = database.prepare("pragma foreign_key_check").all();
    if (orphan) throw new Error(`a row of ${orphan.table} refers to a missing row of ${orphan.parent}`);
    // Without the search index, whose virtual tables can be built again.
    const tables = database
      .prepare("select name from pragma_table_list where schema = 'main' and type = 'table'")
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [name, database.prepare(`select count(*) as count from "${name}"`).get()?.count]),
    ) as RowCounts;
  } catch (error) {
    throw new StoreError(`The database ${path} is damaged: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Moves the write-ahead log into the database file, if no other process has the database open.
 *
 * @returns false if another process has it open; true also for a file that is no database
 */
export function closeLog(path: string): boolean {
  try {
    using database = new DatabaseSync(path, { timeout: 0 });
    // Leaving WAL mode needs an exclusive lock, which any other connection prevents, even an idle one.
    database.exec("pragma journal_mode=delete");
    return true;
  } catch (error) {
    return !/locked|busy/.test((error as Error).message);
  }
}
