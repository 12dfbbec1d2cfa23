import { hasEntry } from "../files/missingFiles.ts";
import { isDatabaseUrl } from "../serviceUrls.ts";
import { checkTarget, moveStore } from "../store/move.ts";
import { connectDatabase, countServers, describeStore, getStorePath, openDatabase, StoreError } from "../store/open.ts";
import type { Database } from "../store/schema/schema.ts";
import { mergeWriteAheadLog } from "../store/snapshot.ts";
import { InputError, print, UsageError } from "./command.ts";

/**
 * `npx broadsheet move FROM TO`: copies a store to an empty database. Can be run again after an interruption.
 *
 * @param from URL of the store, in the format of DATABASE_URL
 * @param to URL of the empty database, in the format of DATABASE_URL
 */
export async function moveDatabase(from: string, to: string): Promise<number> {
  for (const url of [from, to])
    if (!isDatabaseUrl(url)) throw new UsageError("move needs two URLs: sqlite:FILE or postgres://…/DATABASE.");
  const path = getStorePath(from);
  if (from === to || (path !== null && path === getStorePath(to))) throw new InputError("Both stores are the same.");
  if (path !== null) checkFile(path);
  const targetPath = getStorePath(to);
  const isNewFile = targetPath !== null && !hasEntry(targetPath);
  if (targetPath !== null && !isNewFile) checkUnused(targetPath);
  const name = path === null ? describeStore(from) : `sqlite:${path}`;
  await using source = await openDatabase(from);
  await checkServers(from, source);
  // Checks the target before migrating it, since it may be the store of another installation.
  if (!isNewFile) await checkUnopened(source, name, to);
  await using target = await openDatabase(to);
  await moveStore(source, name, target, (table, rows) => print(`${table}: ${rows}`));
  print("Moved: all rows are equal. Start the server with the new DATABASE_URL.");
  return 0;
}

/**
 * Checks that the target is empty and that no server uses it. Does not change the target.
 *
 * @throws {StoreError} if the target cannot be read, or is not empty
 * @throws {InputError} if a server uses the target
 */
async function checkUnopened(source: Database, name: string, to: string): Promise<void> {
  await using target = connectDatabase(to);
  try {
    await checkServers(to, target);
    await checkTarget(source, name, target);
  } catch (error) {
    if (error instanceof StoreError || error instanceof InputError) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    throw new StoreError(`Failed to read the database ${describeStore(to)}: ${message || code}.`);
  }
}

async function checkServers(url: string, database: Database): Promise<void> {
  if ((await countServers(url, database)) > 0)
    throw new InputError(`${describeStore(url)}: a server uses this database. Stop all servers first.`);
}

/**
 * Checks that a SQLite store's file exists and is not in use: a copy of a changing store would be inconsistent.
 *
 * @throws {InputError} if the file is missing or in use
 */
function checkFile(path: string): void {
  if (!hasEntry(path)) throw new InputError(`${path}: there is no such database.`);
  checkUnused(path);
}

/** @throws {InputError} if another process uses the store's file */
function checkUnused(path: string): void {
  if (!mergeWriteAheadLog(path))
    throw new InputError(`${path}: another process uses this database. Stop the server first.`);
}
