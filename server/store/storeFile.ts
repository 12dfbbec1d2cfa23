import { DatabaseSync, type StatementSync } from "node:sqlite";

export interface StoreFileReader {
  /** Reads the file's header and each table's first row from the file, not from memory. @throws SQLite's errors */
  read(): void;
  close(): void;
}

/** Opens a connection to a SQLite file. Each call of `read` reads the file again, which takes about 0.3 ms. */
export function openStoreFileReader(path: string): StoreFileReader {
  const file = new DatabaseSync(path, { readOnly: true });
  const statements = new Map<string, StatementSync>();
  const list = file.prepare("select name from sqlite_schema where type = 'table' and rootpage > 0");
  const find = (table: string) =>
    statements.getOrInsertComputed(table, () => file.prepare(`select 1 from "${table}" not indexed limit 1`));
  return {
    read() {
      // Frees the pages that SQLite holds in memory, so that they are read from the file again.
      file.exec("pragma shrink_memory");
      for (const { name } of list.all()) find(String(name)).get();
    },
    close: () => file.close(),
  };
}

/**
 * Checks the structure of a whole SQLite file. The check takes 1.4 ms per MB and blocks the thread.
 *
 * @returns the first fault; null if there is none
 * @throws SQLite's errors
 */
export function findFileFault(path: string): string | null {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const found = String(Object.values(file.prepare("pragma quick_check(1)").get() ?? {})[0]);
    return found === "ok" ? null : found.replaceAll("\n", " ");
  } finally {
    file.close();
  }
}
