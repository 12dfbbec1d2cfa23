import { ConflictError } from "../editorError.ts";
import type { Actor } from "../people/capabilities.ts";
import type { Database } from "../store/schema/schema.ts";
import { deleteOldDeskKeys, findDeskKey, insertDeskKey } from "../store/stories/deskKeys.ts";

/** Period, in ms, for which the key of a request is stored. */
const KEEP_MS = 7 * 24 * 60 * 60_000;

interface Once {
  /** Key that the browser chooses for the request, and sends again if it repeats the request. */
  key: string;
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
 * @throws {ConflictError} if the person has used the key for another action
 */
export async function runOnce(
  transaction: Database,
  { key, actor, action, now }: Once,
  work: () => Promise<number>,
): Promise<number> {
  const done = await findDeskKey(transaction, actor.name, key);
  if (done && done.action !== action) throw new ConflictError("The key of this request was used for something else.");
  if (done) return done.result;
  const result = await work();
  await deleteOldDeskKeys(transaction, new Date(Date.parse(now) - KEEP_MS).toISOString());
  await insertDeskKey(transaction, { actor: actor.name, key, action, result, done_at: now });
  return result;
}
