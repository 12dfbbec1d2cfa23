import { hash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { digestEditions, type FileEntry, listFiles } from "../editions/loading/files.ts";
import { type Edition, loadEditions } from "../editions/loading/load.ts";
import { unpackVersion } from "../editions/loading/storedEditions.ts";
import { FileFault, readFileInside } from "../files/filesInside.ts";
import { ignoreMissingPath } from "../files/missingFiles.ts";
import {
  activateVersion,
  findCurrentVersion,
  listEditionVersions,
  listStoredSizes,
  saveEditionVersion,
  saveFileContent,
} from "../store/editions/editionVersions.ts";
import type { Database } from "../store/schema/schema.ts";
import { InputError, openStore, print } from "./command.ts";
import { printEditions } from "./siteCommands.ts";

/** Limits of a push, since the database driver holds each file in memory, and each server writes all files to disk. */
const MAX_FILE_MB = 32;
const MAX_TOTAL_MB = 1000;
const BYTES_PER_MB = 1_000_000;

/** `npx broadsheet editions push FOLDER`: validates a folder's editions and makes them the store's current version. */
export async function pushEditions(folder: string, config: Config): Promise<number> {
  if (!(await stat(folder).catch(ignoreMissingPath))?.isDirectory())
    throw new InputError(`${folder}: there is no such folder.`);
  const editions = await loadEditions(folder, config.SITE_URL);
  const files = await listEditionFiles(editions);
  checkSize(files);
  // Problems do not prevent the push, since an edition can be served despite them.
  for (const problem of await printEditions(editions)) print(problem);
  await using database = await openStore(config);
  const digest = digestEditions(editions);
  const current = await findCurrentVersion(database);
  if (current?.digest === digest) {
    print(`Version ${current.id} has the same files and is current; nothing was stored.`);
    return 0;
  }
  await storeContents(database, folder, files);
  const id = await saveEditionVersion(database, { digest, files, now: new Date().toISOString() });
  print(`Version ${id} (${digest}) is current: ${formatSize(files.length, sumBytes(files))}.`);
  printEffect(config);
  return 0;
}

/** `npx broadsheet editions list`: prints the stored versions, newest first. */
export async function printVersions(config: Config): Promise<number> {
  await using database = await openStore(config);
  const versions = await listEditionVersions(database);
  if (versions.length === 0) print("The store has no editions.");
  for (const { id, digest, pushedAt, isCurrent, files, bytes } of versions)
    print(`${id}  ${pushedAt}  ${digest}  ${formatSize(files, bytes)}${isCurrent ? "  current" : ""}`);
  return 0;
}

/** `npx broadsheet editions rollback [VERSION]`: makes an earlier version current, by default the previous one. */
export async function rollBackEditions(chosen: number | undefined, config: Config): Promise<number> {
  await using database = await openStore(config);
  const versions = await listEditionVersions(database);
  const current = versions.find(({ isCurrent }) => isCurrent);
  if (!current) throw new InputError("The store has no editions.");
  const version = versions.find(({ id }) => (chosen === undefined ? id < current.id : id === chosen));
  if (!version)
    throw new InputError(
      chosen === undefined
        ? `Version ${current.id} is the oldest one.`
        : `There is no version ${chosen}. \`npx broadsheet editions list\` prints all.`,
    );
  // Validates again: this version of Broadsheet may reject what an earlier one accepted.
  await loadEditions(await unpackVersion(database, version, config.DATA_DIR), config.SITE_URL);
  await activateVersion(database, version.id);
  print(`Version ${version.id} (${version.digest}) is current, instead of version ${current.id}.`);
  printEffect(config);
  return 0;
}

async function listEditionFiles(editions: readonly Edition[]): Promise<FileEntry[]> {
  const lists = editions.map(async ({ id, folder }) =>
    (await listFiles(folder)).map((file) => ({ ...file, path: `${id}/${file.path}` })),
  );
  return (await Promise.all(lists)).flat();
}

/** Checks the sizes of the files to push. @throws {InputError} if a file or all files together are too large */
function checkSize(files: readonly FileEntry[]): void {
  const large = files.filter(({ bytes }) => bytes > MAX_FILE_MB * BYTES_PER_MB);
  const faults = large.map(({ path, bytes }) => `${path}: found ${formatMb(bytes)}; the limit is ${MAX_FILE_MB} MB.`);
  const total = sumBytes(files);
  if (total > MAX_TOTAL_MB * BYTES_PER_MB)
    faults.push(`All files: found ${formatMb(total)}; the limit is ${MAX_TOTAL_MB} MB.`);
  if (faults.length > 0) throw new InputError(faults.join("\n"));
}

/** Stores the files whose content the store lacks. @throws {InputError} if a file has changed since it was validated */
async function storeContents(database: Database, folder: string, files: readonly FileEntry[]): Promise<void> {
  const stored = await listStoredSizes(database);
  for (const { path, digest, bytes } of files) {
    if (stored.get(digest) === bytes) continue;
    const content = await readPushedFile(folder, path);
    if (!content || hash("sha256", content) !== digest)
      throw new InputError(`${path} has changed since this command began. Nothing was published; push again.`);
    await saveFileContent(database, digest, content);
    stored.set(digest, bytes);
  }
}

/**
 * Reads the file at the path `ID/FILE`; returns null for an unreadable file. The folder `ID` may itself be a symbolic
 * link, but links inside it must not point outside it.
 */
async function readPushedFile(folder: string, path: string): Promise<Buffer<ArrayBuffer> | null> {
  const [id = "", ...rest] = path.split("/");
  return readFileInside(join(folder, id), rest.join("/"), MAX_FILE_MB * BYTES_PER_MB).catch((error) => {
    if (error instanceof FileFault) return null;
    throw error;
  });
}

function printEffect({ EDITIONS_SOURCE, EDITIONS_DIR }: Config): void {
  print(
    EDITIONS_SOURCE === "store"
      ? "Servers with EDITIONS_SOURCE=store publish it within two seconds."
      : `Only servers with EDITIONS_SOURCE=store publish it; here, the server reads ${EDITIONS_DIR}.`,
  );
}

function sumBytes(files: readonly FileEntry[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function formatSize(files: number, bytes: number): string {
  return `${files} files, ${formatMb(bytes)}`;
}

function formatMb(bytes: number): string {
  return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
}
