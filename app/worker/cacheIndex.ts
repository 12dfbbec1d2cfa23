import { createShared } from "../../core/sharedPromises.ts";
import { type CacheEntry, type CacheIndex, isExpired, selectEvictions, selectExpired, sumBytes } from "./eviction.ts";
import { isSwitchedOff } from "./killSwitch.ts";

/** Name of the cache of pages and images. Do not change: readers' devices have caches with this name. */
const CACHE_NAME = "kept";
/** Path of the index in the cache. Do not change: caches on readers' devices have this path. */
const INDEX_PATH = "/.kept";
/** Maximum size of all responses: 50 MB, less 1 MB for the index and for errors in `OVERHEAD_BYTES`. */
const MAX_BYTES = 49_000_000;
/** Estimated space, in bytes, that a browser needs for each stored response in addition to its content. */
const OVERHEAD_BYTES = 1_000;

const index = createShared(async (): Promise<CacheIndex> => {
  // `caches.open` would create the cache, even in a worker that is switched off.
  const stored = await caches.match(INDEX_PATH, { cacheName: CACHE_NAME });
  return stored ? ((await stored.json()) as CacheIndex) : {};
});

async function writeIndex(index: CacheIndex): Promise<void> {
  if (isSwitchedOff()) return void (await caches.delete(CACHE_NAME));
  const cache = await caches.open(CACHE_NAME);
  await cache.put(INDEX_PATH, Response.json(index));
  // The worker may have been switched off during the write.
  if (isSwitchedOff()) await caches.delete(CACHE_NAME);
}

/** Returns an entry that has not expired; undefined if there is none, or if the device can't read the index. */
export async function findEntry(path: string): Promise<CacheEntry | undefined> {
  const entry = (await index.get().catch(() => undefined))?.[path];
  return entry && !isExpired(entry, Date.now()) ? entry : undefined;
}

export async function listPathsUnder(prefix: string): Promise<string[]> {
  return Object.keys(await index.get().catch(() => ({}))).filter((path) => path.startsWith(prefix));
}

/** Returns a cached response; undefined if there is none, or if the device can't read it. */
export async function readCached(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE_NAME, ignoreVary: true }).catch(() => undefined);
}

/** Caches a response under its path and query, or frees half of the cache if the device is full. */
export async function cacheResponse(
  path: string,
  body: Blob,
  headers: HeadersInit,
  about: Omit<CacheEntry, "bytes">,
): Promise<void> {
  if (isSwitchedOff()) return;
  const entries = await index.get();
  const savedBy = about.savedBy ?? entries[path]?.savedBy;
  const entry: CacheEntry = { ...about, ...(savedBy && { savedBy }), bytes: body.size + OVERHEAD_BYTES };
  try {
    await (await caches.open(CACHE_NAME)).put(path, new Response(body, { headers }));
    entries[path] = entry;
    await evict(entries, MAX_BYTES);
    await writeIndex(entries);
  } catch {
    await evict(entries, sumBytes(entries) / 2);
    await writeIndex(entries).catch(() => {});
  }
}

/** Marks an entry, if cached, as needed by a saved story, so that entries without such a mark are evicted first. */
export async function markSaved(path: string, savedBy: string): Promise<void> {
  const entries = await index.get();
  const entry = entries[path];
  if (!entry) return;
  entries[path] = { ...entry, savedBy };
  await writeIndex(entries);
}

/** Removes the marks that `markSaved` has set for a story, since the story is no longer saved. */
export async function unmarkSaved(storyPath: string): Promise<void> {
  const entries = await index.get();
  for (const [path, { savedBy, ...entry }] of Object.entries(entries)) if (savedBy === storyPath) entries[path] = entry;
  await writeIndex(entries);
}

/** Deletes pages, and everything that is cached only because one of these pages is a saved story. */
export async function removeEntries(paths: readonly string[]): Promise<void> {
  const entries = await index.get();
  const removed = new Set(paths);
  const gone = Object.entries(entries).filter(([path, { savedBy }]) => removed.has(path) || removed.has(savedBy ?? ""));
  if (gone.length === 0) return;
  const cache = await caches.open(CACHE_NAME);
  for (const [path] of gone) {
    delete entries[path];
    await cache.delete(path);
  }
  await writeIndex(entries);
}

/**
 * Deletes pages of old builds. Also deletes responses without an entry: two workers that write the index during an
 * update may lose entries.
 */
export async function dropStaleEntries(usedBuilds: readonly string[]): Promise<void> {
  index.forget();
  const entries = await index.get();
  for (const [path, { build }] of Object.entries(entries))
    if (build !== undefined && !usedBuilds.includes(build)) delete entries[path];
  const cache = await caches.open(CACHE_NAME);
  for (const request of await cache.keys()) {
    const path = toPath(request.url);
    if (path !== INDEX_PATH && !entries[path]) await cache.delete(request);
  }
  await writeIndex(entries);
}

export async function clearCache(): Promise<void> {
  index.forget();
  await caches.delete(CACHE_NAME);
}

async function evict(index: CacheIndex, maxBytes: number): Promise<void> {
  await removeFromCache(index, selectExpired(index, Date.now()));
  await removeFromCache(index, selectEvictions(index, maxBytes));
}

async function removeFromCache(index: CacheIndex, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const cache = await caches.open(CACHE_NAME);
  for (const path of paths) {
    delete index[path];
    await cache.delete(path);
  }
}

/** Returns a URL's path and query, which are the key of its response in the cache. */
export function toPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
