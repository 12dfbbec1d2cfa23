import { createHash, hash } from "node:crypto";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { FileFault, isInside, openFileInside } from "../../files/filesInside.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { EditionError } from "../yaml/yaml.ts";

/** A file of an edition. */
export interface FileEntry {
  /** Path relative to the edition's folder, with `/` between its parts. */
  path: string;
  bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  digest: string;
}

/** Number of characters of a shortened digest, as shown to people. */
const SHOWN_LENGTH = 12;
/** Maximum number of bytes that are read from a file at a time. */
const MAX_READ_BYTES = 1024 * 1024;

/**
 * Lists the files of a folder and its subfolders, sorted by path. Skips hidden files, which no edition needs: text
 * editors create them beside open files. Symbolic links may lead to other files and folders in the folder.
 *
 * @throws {EditionError} for a link that leads out of the folder, to a missing file or in a circle, and for an entry
 *   that is neither a file nor a folder
 */
export async function listFiles(folder: string): Promise<FileEntry[]> {
  return listSubfolder({ folder, root: await realpath(folder) }, "", []);
}

/**
 * Lists the files of a subfolder and of the folders in it.
 *
 * @param prefix path of the subfolder in `whole.folder`, with "/" at the end; "" for `whole.folder` itself
 * @param parents real paths of the folders that contain the subfolder
 */
async function listSubfolder(
  whole: { folder: string; root: string },
  prefix: string,
  parents: readonly string[],
): Promise<FileEntry[]> {
  const files: FileEntry[] = [];
  const current = await realpath(join(whole.folder, prefix));
  for (const name of (await readdir(current)).sort()) {
    if (name.startsWith(".")) continue;
    const path = prefix + name;
    const shown = join(whole.folder, path);
    const real = await realpath(shown).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ELOOP") throw toLinkError(shown, "a circle");
      return ignoreMissing(error);
    });
    if (real === undefined) {
      // If the entry still exists, it is a link to a missing file. Otherwise, it was removed after `readdir`.
      if (await lstat(shown).catch(ignoreMissing)) throw toLinkError(shown, "a missing file");
      continue;
    }
    if (!isInside(whole.root, real)) throw toLinkError(shown, real);
    const stats = await stat(real).catch(ignoreMissing);
    if (stats?.isDirectory()) {
      if ([...parents, current].includes(real)) throw toLinkError(shown, "a folder around it");
      files.push(...(await listSubfolder(whole, `${path}/`, [...parents, current])));
    } else if (stats?.isFile()) files.push(await describeFile(whole.folder, path));
    else if (stats) throw new EditionError(`${shown}: this is neither a file nor a folder.`);
  }
  return files;
}

function toLinkError(path: string, target: string): EditionError {
  return new EditionError(`${path}: found a link to ${target}; links may lead only to files in the edition's folder.`);
}

async function describeFile(folder: string, path: string): Promise<FileEntry> {
  const digest = createHash("sha256");
  try {
    await using file = await openFileInside(folder, path);
    // A stream would allocate its whole buffer for each read, even of a small file.
    const buffer = Buffer.allocUnsafeSlow(Math.min(file.stats.size + 1, MAX_READ_BYTES));
    for (let bytes = -1; bytes !== 0; ) {
      ({ bytesRead: bytes } = await file.handle.read(buffer));
      digest.update(buffer.subarray(0, bytes));
    }
    return { path, bytes: file.stats.size, digest: digest.digest("hex") };
  } catch (error) {
    throw error instanceof FileFault ? new EditionError(`${join(folder, path)} ${error.message}.`) : error;
  }
}

/** Returns a digest of an edition's files. The digest is the same on every machine. */
export function digestFiles(files: readonly FileEntry[]): string {
  return hash("sha256", JSON.stringify(files.map(({ path, digest }) => [path, digest])));
}

/** Returns a shortened digest of several editions. Two servers with the same digest publish the same files. */
export function digestEditions(editions: readonly { id: string; digest: string }[]): string {
  const sorted = editions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return hash("sha256", JSON.stringify(sorted.map(({ id, digest }) => [id, digest]))).slice(0, SHOWN_LENGTH);
}
