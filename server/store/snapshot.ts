import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { toMessage } from "../../core/toMessage.ts";
import { explainFileError } from "../fileErrors.ts";
import { StoreError } from "./open.ts";

/** Numbers of rows, by the name of the table. */
export type RowCounts = Record<string, number>;

/**
 * Writes a consistent copy of a database, even while other processes write. VACUUM INTO reads in one transaction, which
 * blocks no writer. The copy contains neither deleted rows in free pages nor a write-ahead log.
 *
 * @param path the file of the database
 * @param target path of the copy; no file may exist there
 * @throws {StoreError} if the database cannot be read or the copy cannot be written
 */
export function writeSnapshot(path: string, target: string): void {
  try {
    // Opens the file for writing. If no server is running, the connection creates a write-ahead log, which a read-only
    // connection could not remove.
    using database = new DatabaseSync(path, { timeout: 30_000 });
    // This setting applies to the copy. If the copy is restored, the store can shrink, even if the original could not.
    database.exec("pragma auto_vacuum=incremental");
    database.prepare("vacuum into ?").run(target);
  } catch (error) {
    throw new StoreError(`Failed to copy the database ${path}: ${toMessage(error)}.`, { cause: error });
  }
}

/**
 * Checks all content of a database file, and counts the rows of each table.
 *
 * @throws {StoreError} if the file is damaged
 */
export function checkSnapshot(path: string): RowCounts {
  try {
    using database = new DatabaseSync(path);
    const [first] = database.prepare("pragma integrity_check(1)").all();
    if (first?.integrity_check !== "ok") throw new Error(String(first?.integrity_check));
    const [orphan] = database.prepare("pragma foreign_key_check").all();
    if (orphan) throw new Error(`a row of ${orphan.table} refers to a missing row of ${orphan.parent}`);
    // Omits virtual tables: earlier versions used these for the search index, and a migration drops them.
    const tables = database
      .prepare("select name from pragma_table_list where schema = 'main' and type = 'table'")
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [name, database.prepare(`select count(*) as count from "${name}"`).get()?.count]),
    ) as RowCounts;
  } catch (error) {
    throw new StoreError(`The database ${path} is damaged: ${toMessage(error)}.`, { cause: error });
  }
}

/**
 * Checks a database file, which may be in use, in less time than `checkSnapshot`. Returns a description of the damage;
 * null if there is none.
 */
export function checkIntegrity(path: string): string | null {
  try {
    using database = new DatabaseSync(path);
    const result = database.prepare("pragma quick_check(1)").get()?.quick_check;
    return result === "ok" ? null : String(result);
  } catch (error) {
    return toMessage(error);
  }
}

/** Sizes of a database's file, in bytes. */
export interface Sizes {
  file: number;
  /** Size without the free pages that deleted rows left behind. */
  used: number;
}

export function readSizes(path: string): Sizes {
  using database = new DatabaseSync(path);
  const read = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
  const pages = read("page_count");
  return { file: pages * read("page_size"), used: (pages - read("freelist_count")) * read("page_size") };
}

/**
 * Rewrites a database file without the free pages that deleted rows left behind. From then on, a running server can
 * shrink the file. If interrupted, leaves the file unchanged.
 *
 * @throws {StoreError} if another process has the database open, or the disk is full
 */
export function compactFile(path: string): void {
  // Makes SQLite write its temporary copy to the database's folder, since the default folder may be on a small disk.
  process.env.SQLITE_TMPDIR = dirname(path);
  try {
    using database = new DatabaseSync(path, { timeout: 0 });
    // Leaves WAL mode, in which VACUUM would ignore the change of `auto_vacuum`. The next process that opens the store
    // turns WAL mode on again.
    database.exec("pragma journal_mode=delete; pragma auto_vacuum=incremental; vacuum;");
  } catch (error) {
    const reason = explainFileError(error) ?? `${toMessage(error)}.`;
    throw new StoreError(`Failed to compact the database ${path}, which is as it was. ${reason}`, { cause: error });
  }
}

/**
 * Moves the content of the write-ahead log into the database file.
 *
 * @returns false if another process has the database open; otherwise true, even if the file is not a database
 */
export function mergeWriteAheadLog(path: string): boolean {
  try {
    using database = new DatabaseSync(path, { timeout: 0 });
    // Leaving WAL mode needs an exclusive lock, which any other connection prevents, even an idle one.
    database.exec("pragma journal_mode=delete");
    return true;
  } catch (error) {
    return !/locked|busy/.test(toMessage(error));
  }
}
