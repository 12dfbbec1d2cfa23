import { scope } from "./globalScope.ts";
import { isSwitchedOff } from "./killSwitch.ts";

/** Name of the cache of a build's scripts, styles and fonts, before the build's id. Devices have caches of this name. */
const PREFIX = "shell-";
const CACHE = PREFIX + scope.build.id;

/** Caches every file of the build, so that pages the reader never opened work offline too. */
export async function cacheBuild(): Promise<void> {
  await (await caches.open(CACHE)).addAll(scope.build.files);
}

/**
 * Deletes all builds but this one and the one before it, whose files open and cached pages still name.
 *
 * @returns the ids of the builds that remain
 */
export async function dropOldBuilds(): Promise<string[]> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const previous = others.pop();
  for (const name of others) await caches.delete(name);
  return [CACHE, previous ?? CACHE].map((name) => name.slice(PREFIX.length));
}

/** Returns a build file, from the cache if it is there: its name contains a hash of its content. */
export async function fetchBuildFile(request: Request): Promise<Response> {
  const cached = await caches.match(request.url, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.type === "basic" && !isSwitchedOff()) {
    const copy = response.clone();
    const cache = await caches.open(CACHE);
    await cache.put(request.url, copy).catch(() => {});
  }
  return response;
}
