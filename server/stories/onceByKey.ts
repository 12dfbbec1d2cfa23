import { hash } from "node:crypto";
import { ConflictError } from "../editorError.ts";
import type { Actor } from "../people/capabilities.ts";
import type { Database } from "../store/schema/schema.ts";
import { deleteOldDeskKeys, findDeskKey, insertDeskKey } from "../store/stories/deskKeys.ts";

/** Period, in ms, for which the key of a request is stored. */
const KEEP_MS = 7 * 24 * 60 * 60_000;

interface Once {
  /** Content of the request. `key` is chosen by the browser, which sends it again if it repeats the request. */
  request: { key: string };
  actor: Actor;
  /** Name and subject of the action, such as "publish story 12". */
  action: string;
  /** Time of the request, ISO 8601. */
  now: string;
}

/**
 * Performs an action only once, even if the request with its key arrives several times.
 *
 * @param transaction holds the writer lock
 * @param work performs the action, and returns a number, such as the id of a new row
 * @returns the number that `work` returned for the first request with this key
 * @throws {ConflictError} if the person has used the key for another action, or with other content
 */
export async function runOnce(
  transaction: Database,
  { request, actor, action, now }: Once,
  work: () => Promise<number>,
): Promise<number> {
  const { key } = request;
  const done = await findDeskKey(transaction, actor.name, key);
  const signed = `${action} ${hash("sha256", JSON.stringify(request))}`;
  if (done && done.action !== signed)
    throw new ConflictError("An earlier attempt went through after all. Look at what it did before you try again.");
  if (done) return done.result;
  const result = await work();
  await deleteOldDeskKeys(transaction, new Date(Date.parse(now) - KEEP_MS).toISOString());
  await insertDeskKey(transaction, { actor: actor.name, key, action: signed, result, done_at: now });
  return result;
}
