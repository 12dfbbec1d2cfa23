import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { toMessage } from "../../../core/toMessage.ts";
import type { Config } from "../../config.ts";
import { loadEditions } from "../../editions/loading/load.ts";
import { EditionError } from "../../editions/yaml/yaml.ts";
import { explainFileError } from "../../fileErrors.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { IMAGE_FOLDER } from "../../images/imageFiles.ts";
import { markImageRemoved } from "../../store/articles/images.ts";
import { getStorePath, openDatabase, StoreError } from "../../store/open.ts";
import type { Database } from "../../store/schema/schema.ts";
import { checkSnapshot, mergeWriteAheadLog, type RowCounts } from "../../store/snapshot.ts";
import { InputError, print } from "../command.ts";
import { DATABASE_ENTRY, EDITIONS_ENTRY, formatContents, IMAGES_ENTRY, unpackArchive } from "./backupArchive.ts";
import { createReplacement, exists, type Replacement } from "./replacement.ts";

/**
 * `npx broadsheet restore FILE`: restores the store, the editions and the images of an archive. Unpacks and checks
 * everything before it replaces anything. If a later step fails, undoes all replacements.
 */
export async function restore(file: string, isForced: boolean, config: Config): Promise<number> {
  const path = getStorePath(config.DATABASE_URL);
  if (!path)
    throw new InputError(
      "Only a SQLite file can be restored: set DATABASE_URL to a file. Use pg_restore for PostgreSQL.",
    );
  if ((await exists(path)) && !isForced)
    throw new InputError(
      `${path}: a database already exists. Use --force to replace it; it is kept beside the new one.`,
    );
  const folder = dirname(path);
  const isNewFolder = !(await exists(folder));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const work = await mkdtemp(join(folder, ".restore-"));
  let isDone = false;
  try {
    const manifest = await unpackArchive(resolve(file), work);
    const imageFolders = config.IMAGES_URL ? null : [join(work, IMAGES_ENTRY), join(config.DATA_DIR, IMAGE_FOLDER)];
    const rows = await migrate(join(work, DATABASE_ENTRY), imageFolders);
    await warnOfEditions(join(work, EDITIONS_ENTRY));
    if ((await exists(path)) && !mergeWriteAheadLog(path))
      throw new InputError(`${path}: another process uses this database. Stop the server first.`);
    const replacedFolder = join(folder, `replaced-${new Date().toISOString().replaceAll(":", "")}`);
    const replacement = createReplacement(replacedFolder);
    try {
      await moveContents(work, path, config, replacement);
      await checkInPlace(path, rows);
    } catch (error) {
      await replacement.undo();
      throw new StoreError(`${explainFileError(error) ?? toMessage(error)} The previous data is back in place.`);
    }
    isDone = true;
    print(`${path}: restored ${formatContents(manifest)}, as of ${manifest.createdAt}; checked.`);
    if (replacement.hasReplaced()) print(`The previous data is in ${replacedFolder}; delete it once the site works.`);
    return 0;
  } catch (error) {
    if (error instanceof InputError || error instanceof StoreError) throw error;
    throw new InputError(`${path}: failed to restore. ${explainFileError(error) ?? toMessage(error)}`);
  } finally {
    await rm(isDone || !isNewFolder ? work : folder, { recursive: true, force: true });
  }
}

/**
 * Migrates an unpacked store. Records which images lack their files, so that the server downloads them again.
 *
 * @param imageFolders folders that may contain the image files; null if the images are in S3
 * @throws {StoreError} if a later version of Broadsheet migrated the store
 */
async function migrate(path: string, imageFolders: readonly string[] | null): Promise<RowCounts> {
  {
    await using database = await openDatabase(`sqlite:${path}`);
    if (imageFolders) await markMissingImages(database, imageFolders);
  }
  return checkSnapshot(path);
}

async function markMissingImages(database: Database, folders: readonly string[]): Promise<void> {
  const names = await Promise.all(folders.map(async (folder) => (await readdir(folder).catch(ignoreMissing)) ?? []));
  const keys = new Set(names.flat().map((name) => name.replace(/-\d+\.\w+$/, "")));
  const images = await database.selectFrom("images").select("key").where("last_used_at", "is not", null).execute();
  for (const { key } of images) if (!keys.has(key)) await markImageRemoved(database, key);
}

/** Prints errors in the editions only as a warning: the editions may have had these errors before the backup. */
async function warnOfEditions(folder: string): Promise<void> {
  await loadEditions(folder).catch((error) => {
    if (!(error instanceof EditionError)) throw error;
    process.stderr.write(`The editions of this backup have errors:\n${error.message}\n`);
  });
}

/** Moves the contents into place. The store comes last, so that the previous store stays usable as long as possible. */
async function moveContents(work: string, path: string, config: Config, replacement: Replacement): Promise<void> {
  const { put, setAside } = replacement;
  const images = join(config.DATA_DIR, IMAGE_FOLDER);
  await mkdir(images, { recursive: true });
  // Keeps existing files: a file name contains a digest of the image, so files of the same name have the same content.
  for (const name of (await readdir(join(work, IMAGES_ENTRY)).catch(ignoreMissing)) ?? [])
    if (!(await exists(join(images, name)))) await put(join(work, IMAGES_ENTRY, name), join(images, name));
  if (config.EDITIONS_SOURCE === "folder") await moveEditions(join(work, EDITIONS_ENTRY), config, replacement);
  for (const suffix of ["-wal", "-shm"]) await setAside(path + suffix);
  await put(join(work, DATABASE_ENTRY), path);
}

async function moveEditions(source: string, config: Config, { put, setAside }: Replacement): Promise<void> {
  // Moves the entries instead of the folder, which may be a mount point.
  const editions = resolve(config.EDITIONS_DIR);
  await mkdir(editions, { recursive: true });
  for (const name of await readdir(editions)) await setAside(join(editions, name));
  for (const name of await readdir(source)) await put(join(source, name), join(editions, name));
}

/** Checks the restored store. @throws {StoreError} if it cannot be opened, or its row counts differ from `expected` */
async function checkInPlace(path: string, expected: RowCounts): Promise<void> {
  await (await openDatabase(`sqlite:${path}`)).destroy();
  if (JSON.stringify(checkSnapshot(path)) !== JSON.stringify(expected))
    throw new StoreError(`The database ${path} was not restored completely.`);
}
