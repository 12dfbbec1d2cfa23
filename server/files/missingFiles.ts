/**
 * Returns undefined for the error of a missing file, and throws all others, such as those of permissions and of a
 * faulty disk. For `catch`: `await stat(path).catch(ignoreMissing)`.
 */
export function ignoreMissing(error: unknown): undefined {
  if (getErrorCode(error) !== "ENOENT") throw error;
}

/** Like `ignoreMissing`, and also returns undefined where a parent of the path is a file, which no folder's entry has. */
export function ignoreMissingPath(error: unknown): undefined {
  if (getErrorCode(error) !== "ENOTDIR") ignoreMissing(error);
}

function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
