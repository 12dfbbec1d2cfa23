import { toBatches } from "../batches.ts";
import { recordChanges } from "../changes.ts";
import { withWriterLock } from "../engines/engine.ts";
import { StoreError } from "../open.ts";
import type { Database } from "../schema/schema.ts";

/** A file of a version of the editions. */
interface VersionFile {
  /** Path such as chicago/edition.yaml: the edition's id, a slash and the file's path in the edition's folder. */
  path: string;
  bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  digest: string;
}

interface Version {
  id: number;
  /** Digest of all editions' files. Servers report it as their version of the editions. */
  digest: string;
}

/** Number of versions that are kept, including the current one. */
const KEEP_VERSIONS = 20;
/** Files are stored in parts of this size, in bytes. It is small, since `move` keeps many parts in memory. */
const PART_BYTES = 64 * 1024;
const PARTS_PER_INSERT = 16;

/** Returns the version that servers publish; undefined if none was stored yet. */
export async function findCurrentVersion(database: Database): Promise<Version | undefined> {
  return database
    .selectFrom("edition_versions")
    .select(["id", "digest"])
    .where("is_current", "=", 1)
    .executeTakeFirst();
}

/** Returns all versions, newest first, each with its number of files and their total size in bytes. */
export async function listEditionVersions(database: Database) {
  return database
    .selectFrom("edition_versions")
    .innerJoin("edition_files", "edition_files.version_id", "edition_versions.id")
    .select(({ fn }) => [
      ...(["id", "edition_versions.digest", "pushed_at as pushedAt", "is_current as isCurrent"] as const),
      fn.countAll<number>().as("files"),
      fn.sum<number>("bytes").as("bytes"),
    ])
    .groupBy(["id", "edition_versions.digest", "pushed_at", "is_current"])
    .orderBy("id", "desc")
    .execute();
}

export async function listVersionFiles(database: Database, id: number): Promise<VersionFile[]> {
  return database
    .selectFrom("edition_files")
    .select(["path", "bytes", "digest"])
    .where("version_id", "=", id)
    .orderBy("path")
    .execute();
}

/** Returns the content of a file by its digest; shorter than the file if the store lacks parts of the content. */
export async function readFileContent(database: Database, digest: string): Promise<Uint8Array> {
  const parts = database.selectFrom("edition_contents").select("content").where("digest", "=", digest);
  return Buffer.concat((await parts.orderBy("part").execute()).map(({ content }) => content));
}

/** Returns the size of each stored content in bytes, by digest. */
export async function listStoredSizes(database: Database): Promise<Map<string, number>> {
  const contents = await database
    .selectFrom("edition_contents")
    .select(({ fn }) => ["digest", fn.sum<number>(fn("length", ["content"])).as("bytes")])
    .groupBy("digest")
    .execute();
  return new Map(contents.map(({ digest, bytes }) => [digest, Number(bytes)]));
}

/** Stores the content of a file unless it is stored already. Call this before `saveEditionVersion`. */
export async function saveFileContent(database: Database, digest: string, content: Uint8Array): Promise<void> {
  const parts = Array.from({ length: Math.max(1, Math.ceil(content.length / PART_BYTES)) }, (_, part) => {
    return { digest, part, content: content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES) };
  });
  for (let first = 0; first < parts.length; first += PARTS_PER_INSERT)
    await database
      .insertInto("edition_contents")
      .values(parts.slice(first, first + PARTS_PER_INSERT))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Stores a version and makes it current. The contents of its files must already be stored. Deletes the oldest versions.
 *
 * @returns the version's id
 * @throws {StoreError} if a file's content is missing, because another push has deleted it as unused
 */
export async function saveEditionVersion(
  database: Database,
  { digest, files, now }: { digest: string; files: readonly VersionFile[]; now: string },
): Promise<number> {
  return withWriterLock(database, async (transaction) => {
    const stored = await listStoredSizes(transaction);
    const missing = files.find((file) => stored.get(file.digest) !== file.bytes);
    if (missing)
      throw new StoreError(`${missing.path} was not stored, since another push ended meanwhile. Push again.`);
    const { id } = await transaction
      .insertInto("edition_versions")
      .values({ digest, pushed_at: now, is_current: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const batch of toBatches(files.map((file) => ({ version_id: id, ...file }))))
      await transaction.insertInto("edition_files").values(batch).execute();
    await makeCurrent(transaction, id);
    await deleteOldVersions(transaction);
    return id;
  });
}

/** Makes a stored version the current one. @throws {StoreError} if it was deleted meanwhile */
export async function activateVersion(database: Database, id: number): Promise<void> {
  await withWriterLock(database, async (transaction) => {
    const version = transaction.selectFrom("edition_versions").select("id").where("id", "=", id);
    if (!(await version.executeTakeFirst())) throw new StoreError(`There is no version ${id} any longer.`);
    await makeCurrent(transaction, id);
  });
}

async function makeCurrent(transaction: Database, id: number): Promise<void> {
  await transaction
    .updateTable("edition_versions")
    .set(({ eb }) => ({ is_current: eb.case().when("id", "=", id).then(1).else(0).end() }))
    .execute();
  await recordChanges(transaction, [{ kind: "editions" }]);
}

async function deleteOldVersions(transaction: Database): Promise<void> {
  const ids = await transaction.selectFrom("edition_versions").select("id").orderBy("id", "desc").execute();
  const old = ids.slice(KEEP_VERSIONS).map(({ id }) => id);
  await transaction.deleteFrom("edition_files").where("version_id", "in", old).execute();
  await transaction.deleteFrom("edition_versions").where("id", "in", old).execute();
  const used = transaction.selectFrom("edition_files").select("digest");
  await transaction.deleteFrom("edition_contents").where("digest", "not in", used).execute();
}
