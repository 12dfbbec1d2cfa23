/** The fields of a database's error that indicate damage. They are kept when the error is sent to another thread. */
export interface ErrorCodes {
  message?: string;
  /** Result code of SQLite (sqlite.org/rescode.html). */
  errcode?: unknown;
  /** Error code of PostgreSQL (postgresql.org/docs/current/errcodes-appendix.html). */
  code?: unknown;
}

const SQLITE_DAMAGED: readonly unknown[] = [11, 26];
const SQLITE_IOERR = 10;
/** The PostgreSQL errors data_corrupted and index_corrupted. */
const POSTGRES_DAMAGED: readonly unknown[] = ["XX001", "XX002"];
const POSTGRES_IOERR = "58030";

/**
 * Returns "damaged" for an error caused by damaged data, "disk" for a failed read or write of a file, and null for
 * other errors.
 */
export function classifyDamage({ errcode, code }: ErrorCodes): "damaged" | "disk" | null {
  const primary = typeof errcode === "number" ? errcode & 0xff : null;
  if (SQLITE_DAMAGED.includes(primary) || POSTGRES_DAMAGED.includes(code)) return "damaged";
  return primary === SQLITE_IOERR || code === POSTGRES_IOERR ? "disk" : null;
}
