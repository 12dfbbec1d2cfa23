import { isOff } from "./off.ts";
import { scope } from "./scope.ts";

/** The build's own files: the scripts, styles and faces of the pages. */

const NAME = "shell-";
const OWN = NAME + scope.build.id;

/** Fetches all of the build, so that a page opens without a connection that was never opened before. */
export async function keepShell(): Promise<void> {
  await (await caches.open(OWN)).addAll(scope.build.files);
}

/**
 * Drops builds but for this one and the one before it, whose files pages name that are open or kept.
 *
 * @returns the builds that stay
 */
export async function dropOldShells(): Promise<string[]> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== OWN);
  const before = shells.pop();
  for (const name of shells) await caches.delete(name);
  return [OWN, before ?? OWN].map((name) => name.slice(NAME.length));
}

/** A file of a build. Its name says what is in it, so that what is kept is right. */
export async function shellFile(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic" && !isOff()) {
    const copy = answer.clone();
    const cache = await caches.open(OWN);
    await cache.put(request.url, copy).catch(() => {});
  }
  return answer;
}
