import { hash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Logger } from "pino";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { type Job, startJob } from "../../jobs/job.ts";
import { findCurrentVersion, listVersionFiles, readFileContent } from "../../store/editions/editionVersions.ts";
import { StoreError } from "../../store/open.ts";
import type { Database } from "../../store/schema/schema.ts";
import { EditionError } from "../yaml/yaml.ts";
import type { EditionsSource } from "./registry.ts";

/** Interval, in ms, of checks for a new version of the editions, in case its notification was lost. */
const INTERVAL_MS = 10_000;
/** Age, in ms, at which the folder of an old version is deleted. Commands may still use younger folders. */
const KEEP_FOLDER_MS = 60 * 60_000;
const FOLDER = "edition-versions";

interface StoredEditions extends EditionsSource {
  database: Database;
  /** Starts a check for a new version in the store. */
  check(): void;
}

/**
 * Opens the store's current version of the editions. Writes its files to a folder in `dataFolder`, since the server
 * serves media from files.
 *
 * @throws {EditionError} if the store has no editions
 */
export async function openStoredEditions(database: Database, dataFolder: string, log: Logger): Promise<StoredEditions> {
  const root = join(dataFolder, FOLDER);
  let folder = await unpackCurrentVersion(database, dataFolder);
  let job: Job | undefined;
  let isBehind = false;

  async function follow(reload: () => Promise<void>): Promise<void> {
    const version = await findCurrentVersion(database);
    if (version?.digest === basename(folder)) {
      isBehind = false;
      return;
    }
    const next = await unpackCurrentVersion(database, dataFolder).catch((error) => {
      isBehind = true;
      throw error;
    });
    const previous = folder;
    folder = next;
    await reload();
    isBehind = false;
    await removeOldFolders(root, [folder, previous]);
  }

  return {
    database,
    getFolder: () => folder,
    isBehind: () => isBehind,
    watch(reload) {
      job = startJob({ name: "editions", intervalMs: INTERVAL_MS, run: () => follow(reload), log });
      return job.stop;
    },
    check: () => job?.trigger(),
  };
}

/**
 * Creates a folder with the current version's files in `dataFolder`, if it is missing. Returns the folder's path.
 *
 * @throws {EditionError} if the store has no editions
 */
export async function unpackCurrentVersion(database: Database, dataFolder: string): Promise<string> {
  const version = await findCurrentVersion(database);
  if (!version) throw new EditionError("The store has no editions. Push them: `npx broadsheet editions push FOLDER`.");
  return unpackVersion(database, version, dataFolder);
}

/** Creates a folder with a version's files in `dataFolder`, if it is missing. Returns the folder's path. */
export async function unpackVersion(
  database: Database,
  version: { id: number; digest: string },
  dataFolder: string,
): Promise<string> {
  const root = join(dataFolder, FOLDER);
  const folder = join(root, version.digest);
  if (await stat(folder).catch(ignoreMissing)) return folder;
  await mkdir(root, { recursive: true, mode: 0o700 });
  const partial = await mkdtemp(join(root, "new-"));
  try {
    await writeVersion(database, version.id, partial);
    await rename(partial, folder).catch(async (error) => {
      // Another process may have written the same version meanwhile.
      if (!(await stat(folder).catch(ignoreMissing))) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return folder;
}

/** Writes a version's files to an empty folder; returns the count. @throws {StoreError} if the store is damaged */
export async function writeVersion(database: Database, id: number, folder: string): Promise<number> {
  const files = await listVersionFiles(database, id);
  for (const { path, digest } of files) {
    const content = await readFileContent(database, digest);
    if (hash("sha256", content) !== digest || path.split("/").includes(".."))
      throw new StoreError(`${path} of version ${id} is damaged in the store. Push the editions again.`);
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return files.length;
}

async function removeOldFolders(root: string, used: readonly string[]): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const { mtimeMs } = await stat(path);
    if (!used.includes(path) && Date.now() - mtimeMs > KEEP_FOLDER_MS) await rm(path, { recursive: true, force: true });
  }
}
