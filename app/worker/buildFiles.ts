import { scope } from "./globalScope.ts";
import { isSwitchedOff } from "./killSwitch.ts";

/** Prefix of names of caches for a build's scripts, styles and fonts. Must not change: devices have such caches. */
const CACHE_PREFIX = "shell-";
const CACHE_NAME = CACHE_PREFIX + scope.build.id;

/** Matches the URLs of build files in a page's HTML: styles, scripts, fonts and an edition's own typefaces. */
const NAMED_FILES = /\/(?:assets|typefaces)\/[\w.-]+\.(?:js|css|woff2)\b/g;

/** Returns a build file, from the cache if possible, since a file's name contains a hash of its content. */
export async function fetchBuildFile(request: Request): Promise<Response> {
  // If the device can't read its caches, the network responds.
  const cached = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.type === "basic" && !isSwitchedOff()) {
    const copy = response.clone();
    await storeFile(request.url, copy).catch(() => {});
  }
  return response;
}

async function storeFile(url: string, response: Response): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  await cache.put(url, response);
}

/** Caches build files. Files that a page has loaded come from the browser's HTTP cache, not from the network. */
export async function cacheBuildFiles(paths: Iterable<string>): Promise<void> {
  const files = [...new Set(paths)].map((path) => fetchBuildFile(new Request(path)));
  await Promise.allSettled(files);
}

/** Caches the build files that a page's cached copy needs. */
export async function cachePageFiles(html: string): Promise<void> {
  await cacheBuildFiles(html.match(NAMED_FILES) ?? []);
}

/**
 * Deletes the files of old builds. Keeps those of this build, and those of the previous build, since open pages may use
 * them. Returns the ids of both builds.
 */
export async function dropOldBuilds(): Promise<string[]> {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  const previous = others.pop();
  for (const name of others) await caches.delete(name);
  return [CACHE_NAME, previous ?? CACHE_NAME].map((name) => name.slice(CACHE_PREFIX.length));
}
