import { resolve } from "node:path";

/** Reasons and remedies for errors of the operating system, by error code. */
const REASONS: Record<string, string> = {
  EACCES: "this user has no access to this path. Run the command as a user who has, or change its owner or mode.",
  EPERM: "this user may not change this path. Run the command as its owner.",
  ENOENT: "there is no such file or folder. Check the path, and create the folder.",
  ENOTDIR: "a part of this path is a file, not a folder. Check the path.",
  EISDIR: "this is a folder, not a file. Name a file.",
  EEXIST: "this path already exists. Name another one.",
  ENOTEMPTY: "this folder is not empty. Name another one.",
  ENOSPC: "no space is left on the disk. Free some, or name a path on another disk.",
  EDQUOT: "this user's disk quota is used up. Free some space, or name a path on another disk.",
  EROFS: "the file system is read-only. Name a path on another one.",
  EFBIG: "the file would be larger than the file system or the user's limit permits.",
  EIO: "the disk failed to read or write. Check it, and the system's log.",
  ELOOP: "its symbolic links form a loop. Check the path.",
  ENAMETOOLONG: "the name is too long. Name a shorter one.",
  EMFILE: "this process has too many open files. Raise its limit (ulimit -n).",
};

/** Sentences for SQLite's errors, by primary result code (sqlite.org/rescode.html). */
const SQLITE_REASONS: Record<number, string> = {
  8: "The database is read-only for this user. Run the command as the server's user, or change owner or mode.",
  10: "The disk failed to read or write the database. Check it, and the system's log.",
  13: "The database cannot grow: no space is left on its disk. Free some.",
};

/**
 * Returns a line with the reason, and usually a remedy, for an error of the file system or of SQLite. If the error has
 * a path, the line begins with the path. Returns null for other errors.
 */
export function explainFileError(error: unknown): string | null {
  const { code = "", path, dest, syscall } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string };
  if (code === "ERR_SQLITE_ERROR")
    return SQLITE_REASONS[Number((error as { errcode?: number }).errcode) & 0xff] ?? null;
  const reason = syscall === undefined ? undefined : REASONS[code];
  if (reason === undefined) return null;
  // The error of a write to an open file has no path.
  const paths = [path, dest].filter((value) => value !== undefined).map((value) => resolve(value));
  return `${paths.length > 0 ? paths.join(" to ") : "A file"}: ${reason} (${code})`;
}
