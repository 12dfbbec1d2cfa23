import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { EditionError } from "./yaml.ts";

/** A file of an edition. */
export interface FileEntry {
  /** Path in the folder, with slashes. */
  path: string;
  bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  digest: string;
}

/** Number of characters of a shortened digest, as shown to people. */
const SHOWN_LENGTH = 12;

/**
 * Lists the files of a folder and its subfolders, sorted by path. Follows symbolic links. Skips hidden files, which no
 * edition needs: text editors create them beside open files.
 *
 * @throws {EditionError} for a link to a missing file
 */
export async function listFiles(folder: string): Promise<FileEntry[]> {
  const files: FileEntry[] = [];
  for (const name of (await readdir(folder)).sort()) {
    if (name.startsWith(".")) continue;
    const path = join(folder, name);
    // A file may have been removed since `readdir`.
    const stats = await stat(path).catch(() => null);
    if (!stats && (await lstat(path).catch(() => null)))
      throw new EditionError(`${path}: found a link to a missing file; allowed are files and links to files.`);
    if (stats?.isDirectory())
      files.push(...(await listFiles(path)).map((file) => ({ ...file, path: `${name}/${file.path}` })));
    if (stats?.isFile()) files.push({ path: name, bytes: stats.size, digest: await digestFile(path) });
  }
  return files;
}

async function digestFile(path: string): Promise<string> {
  const digest = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), digest);
  return digest.digest("hex");
}

/** Returns a digest of an edition's files. It is the same on every machine. */
export function digestFiles(files: readonly FileEntry[]): string {
  return hash("sha256", JSON.stringify(files.map(({ path, digest }) => [path, digest])));
}

/** Returns a shortened digest of several editions. Two servers with the same digest publish the same files. */
export function digestEditions(editions: readonly { id: string; digest: string }[]): string {
  const sorted = editions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return hash("sha256", JSON.stringify(sorted.map(({ id, digest }) => [id, digest]))).slice(0, SHOWN_LENGTH);
}
