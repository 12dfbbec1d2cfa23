/** The parts of a database's error that show damage. They survive a message to another thread. */
export interface ErrorCodes {
  message?: string;
  /** Result code of SQLite (sqlite.org/rescode.html). */
  errcode?: unknown;
  /** Error code of PostgreSQL (postgresql.org/docs/current/errcodes-appendix.html). */
  code?: unknown;
}

const SQLITE_DAMAGED: readonly unknown[] = [11, 26];
const SQLITE_IOERR = 10;
/** data_corrupted, index_corrupted; io_error. */
const POSTGRES_DAMAGED: readonly unknown[] = ["XX001", "XX002"];
const POSTGRES_IOERR = "58030";

/** Returns "damaged" for errors of damaged data, "disk" for errors of reading or writing a file, and null for others. */
export function classifyDamage({ errcode, code }: ErrorCodes): "damaged" | "disk" | null {
  const primary = typeof errcode === "number" ? errcode & 0xff : null;
  if (SQLITE_DAMAGED.includes(primary) || POSTGRES_DAMAGED.includes(code)) return "damaged";
  return primary === SQLITE_IOERR || code === POSTGRES_IOERR ? "disk" : null;
}
