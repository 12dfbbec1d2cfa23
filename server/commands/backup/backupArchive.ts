import { createReadStream, createWriteStream } from "node:fs";
import { access, constants, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { packTar, unpackTar } from "modern-tar/fs";
import { z } from "zod";
import { toMessage } from "../../../core/toMessage.ts";
import { explainFileError } from "../../fileErrors.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { checkSnapshot } from "../../store/snapshot.ts";
import { InputError } from "../command.ts";

// Names of files and folders in an archive.
export const DATABASE_ENTRY = "database.db";
export const EDITIONS_ENTRY = "editions";
export const IMAGES_ENTRY = "images";
export const MANIFEST_ENTRY = "backup.json";

/** Version of the archive format. Increase it with each incompatible change. */
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.number(),
  /** Version of Broadsheet that made the archive. */
  version: z.string(),
  /** ISO 8601 instant of the backup. */
  createdAt: z.string(),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.number()),
  editionFiles: z.number(),
  /** Number of image files; null for a backup without images. */
  imageFiles: z.number().nullable(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function createManifest(contents: Omit<Manifest, "format">): Manifest {
  return { format: FORMAT, ...contents };
}

/**
 * Describes an archive's contents, such as "12 subscribers, 3 messages, 1,204 articles, 31 files of editions, no
 * images".
 */
export function formatContents({ rows, editionFiles, imageFiles }: Manifest): string {
  const counts = ["subscribers", "messages", "articles"].map((table) => `${formatCount(rows[table] ?? 0)} ${table}`);
  const images = imageFiles === null ? "no images" : `${formatCount(imageFiles)} image files`;
  return [...counts, `${formatCount(editionFiles)} files of editions`, images].join(", ");
}

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** Packs a folder into a compressed tar file that only its owner may read. @throws {Error} if the file exists */
export async function packArchive(folder: string, file: string): Promise<void> {
  const output = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(packTar(folder), createGzip(), output);
}

/**
 * Unpacks an archive and checks it: the database must be intact, and no row or file may be missing.
 *
 * @param folder an empty folder
 * @param options.isCheck true to count editions' files and images without unpacking them
 * @throws {InputError} if the file is missing, unreadable, damaged, in a later format, or not a backup
 */
export async function unpackArchive(file: string, folder: string, { isCheck = false } = {}): Promise<Manifest> {
  await checkReadable(file);
  const files: Record<string, number> = {};
  const unpack = unpackTar(folder, {
    strict: true,
    filter: ({ name, type }) => {
      const [root = ""] = name.split("/");
      if (type !== "directory") files[root] = (files[root] ?? 0) + 1;
      return !isCheck || root === DATABASE_ENTRY || root === MANIFEST_ENTRY;
    },
  });
  try {
    await pipeline(createReadStream(file), createGunzip(), unpack);
    const manifest = await readManifest(join(folder, MANIFEST_ENTRY));
    const rows = checkSnapshot(join(folder, DATABASE_ENTRY));
    for (const table of Object.keys(manifest.rows))
      checkCount(`rows of ${table}`, manifest.rows[table], rows[table] ?? 0);
    checkCount("files of editions", manifest.editionFiles, files[EDITIONS_ENTRY] ?? 0);
    checkCount("images", manifest.imageFiles ?? 0, files[IMAGES_ENTRY] ?? 0);
    return manifest;
  } catch (error) {
    // Errors of the file system, such as a full disk, do not mean that the archive is damaged.
    if (error instanceof InputError || explainFileError(error)) throw error;
    throw new InputError(`${file}: this is not a complete backup: ${toMessage(error)}`);
  }
}

/** Checks that a file can be read. @throws {InputError} if it is missing, or this user may not read it */
async function checkReadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
    if ((await stat(file)).isFile()) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES") throw new InputError(`${file}: this user cannot read this file or a folder above it.`);
    if (code !== "ENOENT") throw error;
  }
  throw new InputError(`${file}: there is no such file.`);
}

/** Reads the manifest of an unpacked archive. @throws {InputError} if the archive has a later format */
async function readManifest(path: string): Promise<Manifest> {
  const source = await readFile(path, "utf8").catch(ignoreMissing);
  if (source === undefined) throw new Error(`${MANIFEST_ENTRY} is missing.`);
  const manifest = manifestSchema.parse(JSON.parse(source));
  if (manifest.format > FORMAT)
    throw new InputError(`This backup was made by Broadsheet ${manifest.version}; restore it with that version.`);
  return manifest;
}

function checkCount(label: string, expected: unknown, found: unknown): void {
  if (expected !== found) throw new Error(`expected ${expected} ${label}, found ${found}.`);
}
