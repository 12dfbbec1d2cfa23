import { isDatabaseUrl } from "../config.ts";
import { hasEntry } from "../files/missingFiles.ts";
import { moveStore } from "../store/move.ts";
import { countServers, describeStore, getStorePath, openDatabase } from "../store/open.ts";
import { mergeWriteAheadLog } from "../store/snapshot.ts";
import { InputError, print, UsageError } from "./command.ts";

/**
 * `npx broadsheet move FROM TO`: copies a store to another database. If interrupted, it can be run again.
 *
 * @param from URL as in DATABASE_URL; `to`, too
 */
export async function moveDatabase(from: string, to: string): Promise<number> {
  for (const url of [from, to])
    if (!isDatabaseUrl(url)) throw new UsageError("move needs two URLs: sqlite:FILE or postgres://…/DATABASE.");
  const path = getStorePath(from);
  if (from === to || (path !== null && path === getStorePath(to))) throw new InputError("Both stores are the same.");
  if (path !== null) checkFile(path);
  await using source = await openDatabase(from);
  await using target = await openDatabase(to);
  for (const [url, database] of [[from, source] as const, [to, target] as const])
    if ((await countServers(url, database)) > 0)
      throw new InputError(`${describeStore(url)}: a server uses this database. Stop all servers first.`);
  await moveStore(source, target, (name, rows) => print(`${name}: ${rows}`));
  print("Moved: all rows are equal. Start the server with the new DATABASE_URL.");
  return 0;
}

/** @throws {InputError} if a store's file is missing or in use: the copy of a changing store would be inconsistent */
function checkFile(path: string): void {
  if (!hasEntry(path)) throw new InputError(`${path}: there is no such database.`);
  if (!mergeWriteAheadLog(path))
    throw new InputError(`${path}: another process uses this database. Stop the server first.`);
}
