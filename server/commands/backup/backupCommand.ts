import {
  access,
  constants,
  copyFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { toMessage } from "../../../core/toMessage.ts";
import packageFile from "../../../package.json" with { type: "json" };
import type { Config } from "../../config.ts";
import { writeVersion } from "../../editions/loading/storedEditions.ts";
import { explainFileError } from "../../fileErrors.ts";
import { isInside } from "../../files/filesInside.ts";
import { ignoreMissing, ignoreMissingPath } from "../../files/missingFiles.ts";
import { IMAGE_FOLDER } from "../../images/imageFiles.ts";
import { formatS3Location } from "../../net/s3/location.ts";
import { findCurrentVersion } from "../../store/editions/editionVersions.ts";
import { connectDatabase, StoreError } from "../../store/open.ts";
import { checkSnapshot, writeSnapshot } from "../../store/snapshot.ts";
import { findStore, InputError, print } from "../command.ts";
import {
  createManifest,
  DATABASE_ENTRY,
  EDITIONS_ENTRY,
  formatContents,
  IMAGES_ENTRY,
  MANIFEST_ENTRY,
  packArchive,
  unpackArchive,
} from "./backupArchive.ts";

/**
 * `npx broadsheet backup FILE`: writes the store and the editions to one archive. If `withImages` is true, includes the
 * images unless they are in S3. The server can keep running. The archive gets its final name only after it has been
 * read back and checked.
 */
export async function backUp(file: string, withImages: boolean, config: Config): Promise<number> {
  const hasImages = withImages && config.IMAGES_URL === undefined;
  const path = findStore(config);
  if (!path)
    throw new InputError(
      "Only a database in a SQLite file can be backed up. Use pg_dump for PostgreSQL, and copy the editions and DATA_DIR.",
    );
  const target = resolve(file);
  if (await stat(target).catch(ignoreMissingPath))
    throw new InputError(`${target}: this file exists; name another one.`);
  if (!(await stat(dirname(target)).catch(ignoreMissingPath))?.isDirectory())
    throw new InputError(`${dirname(target)}: there is no such folder.`);
  // If the folder is not writable, fails now rather than after the slow copy of the database.
  await access(dirname(target), constants.W_OK);
  // Works in DATA_DIR, since hard links to the images require the same file system.
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const work = await mkdtemp(join(config.DATA_DIR, ".backup-"));
  const partial = `${target}.partial-${process.pid}`;
  try {
    const contents = join(work, "contents");
    await mkdir(contents);
    writeSnapshot(path, join(contents, DATABASE_ENTRY));
    const manifest = createManifest({
      version: packageFile.version,
      createdAt: new Date().toISOString(),
      rows: checkSnapshot(join(contents, DATABASE_ENTRY)),
      editionFiles:
        config.EDITIONS_SOURCE === "store"
          ? await copyStoredEditions(config, join(contents, EDITIONS_ENTRY))
          : await copyEditions(config.EDITIONS_DIR, join(contents, EDITIONS_ENTRY)),
      imageFiles: hasImages
        ? await linkImages(join(config.DATA_DIR, IMAGE_FOLDER), join(contents, IMAGES_ENTRY))
        : null,
    });
    await writeFile(join(contents, MANIFEST_ENTRY), `${JSON.stringify(manifest, null, 2)}\n`);
    await packArchive(contents, partial);
    await unpackArchive(partial, join(work, "check"), { isCheck: true });
    await rename(partial, target);
    const { size } = await stat(target);
    print(`${target}: ${formatContents(manifest)}; ${Math.ceil(size / 1e6)} MB, checked.`);
    if (config.IMAGES_URL)
      print(`The images are in ${formatS3Location(config.IMAGES_URL)} and not in this archive; back up the bucket.`);
    return 0;
  } catch (error) {
    if (error instanceof InputError || error instanceof StoreError) throw error;
    throw new InputError(`${target}: failed to write the backup. ${explainFileError(error) ?? toMessage(error)}`);
  } finally {
    await rm(partial, { force: true });
    await rm(work, { recursive: true, force: true });
  }
}

/** Writes the store's current editions as files. Returns the number of files. */
async function copyStoredEditions(config: Config, target: string): Promise<number> {
  await mkdir(target);
  await using database = connectDatabase(config.DATABASE_URL);
  const version = await findCurrentVersion(database);
  return version ? await writeVersion(database, version.id, target) : 0;
}

/**
 * Copies the editions, with symbolic links replaced by copies of their targets. An edition's folder may itself be a
 * link. Returns the number of files.
 */
async function copyEditions(folder: string, target: string): Promise<number> {
  await cp(folder, target, {
    recursive: true,
    dereference: true,
    // Skips sockets, pipes, links out of the edition's folder, and dangling links, which some text editors create.
    filter: async (path) => {
      const real = await realpath(path).catch(ignoreMissing);
      const stats = real && (await stat(real).catch(ignoreMissing));
      if (!stats || !(stats.isFile() || stats.isDirectory())) return false;
      const parent = dirname(path);
      if (path === folder || (parent === folder && stats.isDirectory())) return true;
      const [id = ""] = relative(folder, path).split(sep);
      const root = await realpath(parent === folder ? folder : join(folder, id));
      // Skips a link to a folder that contains the link, since the copy would never end.
      return isInside(root, real) && !isInside(real, await realpath(parent));
    },
  });
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** Hard-links the image files, or copies them, so the server cannot delete any during packing. Returns the count. */
async function linkImages(folder: string, target: string): Promise<number> {
  await mkdir(target);
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  let count = 0;
  for (const { name } of (entries ?? []).filter((entry) => entry.isFile())) {
    const source = join(folder, name);
    // Copies the image if the file system does not support hard links, for example on a network share.
    const isLinked = await link(source, join(target, name))
      .catch(() => copyFile(source, join(target, name)))
      .then(() => true)
      .catch((error: NodeJS.ErrnoException) => {
        // The server deleted the image after `readdir` had listed it.
        if (error.code === "ENOENT") return false;
        throw error;
      });
    if (isLinked) count++;
  }
  return count;
}
