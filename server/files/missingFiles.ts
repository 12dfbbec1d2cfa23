import { statSync } from "node:fs";

/** Returns undefined if a file is missing; throws all other errors. Usage: `await stat(path).catch(ignoreMissing)`. */
export function ignoreMissing(error: unknown): undefined {
  if (getErrorCode(error) !== "ENOENT") throw error;
}

/** Returns undefined if a file is missing or one of its parent folders is a file; throws all other errors. */
export function ignoreMissingPath(error: unknown): undefined {
  if (getErrorCode(error) !== "ENOTDIR") ignoreMissing(error);
}

/** Returns true if there is a file or folder at the path. Unlike `existsSync`, throws if the path cannot be checked. */
export function hasEntry(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
