import { constants, type Stats } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** Thrown for a file that can't be read. The message completes a sentence about the file, such as "is a folder". */
export class FileFault extends Error {
  override name = "FileFault";
  readonly isMissing: boolean;

  constructor(message: string, isMissing = false) {
    super(message);
    this.isMissing = isMissing;
  }
}

/** An open file of a folder. `path` has no symbolic links. */
export interface OpenFile extends AsyncDisposable {
  path: string;
  stats: Stats;
  handle: FileHandle;
}

/** Rejects a symbolic link that replaced the file after `realpath`. Opens a FIFO without waiting for a writer. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Returns true if a path is the folder itself or inside it. Both paths must be without symbolic links. */
export function isInside(folder: string, path: string): boolean {
  const fromFolder = relative(folder, path);
  return fromFolder !== ".." && !fromFolder.startsWith(`..${sep}`) && !isAbsolute(fromFolder);
}

/**
 * Opens a regular file of a folder. Symbolic links are followed only within the folder.
 *
 * @param file absolute, or relative to the folder
 * @throws {FileFault} if the file is missing, too large, not a regular file, or outside of the folder
 */
export async function openFileInside(
  folder: string,
  file: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<OpenFile> {
  let handle: FileHandle | undefined;
  try {
    const path = await realpath(resolve(folder, file));
    if (!isInside(await realpath(folder), path)) throw new FileFault(`is outside of the folder ${folder}`);
    handle = await open(path, OPEN_FLAGS);
    const opened = handle;
    const stats = await opened.stat();
    if (!stats.isFile()) throw new FileFault(stats.isDirectory() ? "is a folder" : "is not a file");
    if (stats.size > maxBytes) throw new FileFault(`is larger than ${Math.round(maxBytes / 1e6)} MB`);
    return { path, stats, handle: opened, [Symbol.asyncDispose]: () => opened.close() };
  } catch (error) {
    await handle?.close();
    throw toFileFault(error);
  }
}

/** Reads a regular file of a folder. @throws {FileFault} as `openFileInside` does */
export async function readFileInside(folder: string, file: string, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  await using opened = await openFileInside(folder, file, maxBytes);
  return await opened.handle.readFile().catch((error) => {
    throw toFileFault(error);
  });
}

/** Returns the properties of a regular file of a folder; undefined if missing. @throws {FileFault} for other faults */
export async function findFileInside(folder: string, file: string): Promise<Stats | undefined> {
  try {
    await using opened = await openFileInside(folder, file);
    return opened.stats;
  } catch (error) {
    return ignoreMissingFile(error);
  }
}

/** Returns undefined for the fault of a missing file, and throws all other errors. */
export function ignoreMissingFile(error: unknown): undefined {
  if (!(error instanceof FileFault && error.isMissing)) throw error;
}

function toFileFault(error: unknown): FileFault {
  if (error instanceof FileFault) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return new FileFault("is missing", true);
  // Opening a socket, or a device without a driver, fails with ENXIO.
  return new FileFault(code === "ENXIO" ? "is not a file" : `can't be read: ${message}`);
}
