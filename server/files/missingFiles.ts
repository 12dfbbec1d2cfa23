import { statSync } from "node:fs";

/**
 * Returns undefined for the error of a missing file, and throws all others, such as errors of permissions or of a
 * faulty disk. For `catch`: `await stat(path).catch(ignoreMissing)`.
 */
export function ignoreMissing(error: unknown): undefined {
  if (getErrorCode(error) !== "ENOENT") throw error;
}

/** Like `ignoreMissing`, but also returns undefined if a file is in the place of one of the path's parent folders. */
export function ignoreMissingPath(error: unknown): undefined {
  if (getErrorCode(error) !== "ENOTDIR") ignoreMissing(error);
}

/** Returns true if there is a file or folder. Unlike `existsSync`, throws errors of permissions and of the disk. */
export function hasEntry(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
