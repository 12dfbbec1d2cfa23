import { type CacheEntry, type CacheIndex, isExpired, selectEvictions, selectExpired, sumBytes } from "./eviction.ts";
import { isSwitchedOff } from "./killSwitch.ts";

/** Name of the cache of pages and images. Do not change: devices have it. */
const CACHE_NAME = "kept";
/** Path of the index in the cache. Do not change: devices have it. */
const INDEX_PATH = "/.kept";
/** 50 MB, less 1 MB for the index and for errors in the estimate of overhead. */
const MAX_BYTES = 49_000_000;
/** Estimated overhead of a browser for each stored response. */
const OVERHEAD_BYTES = 1_000;

let loadedIndex: Promise<CacheIndex> | undefined;

function readIndex(): Promise<CacheIndex> {
  loadedIndex ??= (async () => {
    // `caches.open` would create the cache, even in a worker that is switched off.
    const stored = await caches.match(INDEX_PATH, { cacheName: CACHE_NAME });
    return stored ? ((await stored.json()) as CacheIndex) : {};
  })();
  return loadedIndex;
}

async function writeIndex(index: CacheIndex): Promise<void> {
  if (isSwitchedOff()) return void (await caches.delete(CACHE_NAME));
  const cache = await caches.open(CACHE_NAME);
  await cache.put(INDEX_PATH, Response.json(index));
  // The worker may have been switched off during the write.
  if (isSwitchedOff()) await caches.delete(CACHE_NAME);
}

export async function findEntry(path: string): Promise<CacheEntry | undefined> {
  const entry = (await readIndex())[path];
  return entry && !isExpired(entry, Date.now()) ? entry : undefined;
}

export async function findPathsUnder(prefix: string): Promise<string[]> {
  return Object.keys(await readIndex()).filter((path) => path.startsWith(prefix));
}

export async function readCached(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE_NAME, ignoreVary: true });
}

/** Caches a response under its path and query. If the device is full, frees half of the cache instead. */
export async function cacheResponse(
  path: string,
  body: Blob,
  headers: HeadersInit,
  about: Omit<CacheEntry, "bytes">,
): Promise<void> {
  if (isSwitchedOff()) return;
  const index = await readIndex();
  const savedBy = about.savedBy ?? index[path]?.savedBy;
  const entry: CacheEntry = { ...about, ...(savedBy && { savedBy }), bytes: body.size + OVERHEAD_BYTES };
  try {
    await (await caches.open(CACHE_NAME)).put(path, new Response(body, { headers }));
    index[path] = entry;
    await evict(index, MAX_BYTES);
    await writeIndex(index);
  } catch {
    await evict(index, (sumBytes(index) - entry.bytes) / 2);
    await writeIndex(index).catch(() => {});
  }
}

/** Marks an entry, if cached, as needed by a saved story, so that entries without such a mark are evicted first. */
export async function markSaved(path: string, savedBy: string): Promise<void> {
  const index = await readIndex();
  const entry = index[path];
  if (!entry) return;
  index[path] = { ...entry, savedBy };
  await writeIndex(index);
}

/** Removes the marks of a story that is no longer saved. */
export async function unmarkSaved(storyPath: string): Promise<void> {
  const index = await readIndex();
  for (const [path, { savedBy, ...entry }] of Object.entries(index)) if (savedBy === storyPath) index[path] = entry;
  await writeIndex(index);
}

/** Deletes pages, and everything that is cached only since one of these pages is a saved story. */
export async function removeEntries(paths: readonly string[]): Promise<void> {
  const index = await readIndex();
  const removed = new Set(paths);
  const gone = Object.entries(index).filter(([path, { savedBy }]) => removed.has(path) || removed.has(savedBy ?? ""));
  if (gone.length === 0) return;
  const cache = await caches.open(CACHE_NAME);
  for (const [path] of gone) {
    delete index[path];
    await cache.delete(path);
  }
  await writeIndex(index);
}

/** Deletes pages of old builds, and responses without an entry, since two workers may write the index during an update. */
export async function dropStaleEntries(usedBuilds: readonly string[]): Promise<void> {
  loadedIndex = undefined;
  const index = await readIndex();
  for (const [path, { build }] of Object.entries(index))
    if (build !== undefined && !usedBuilds.includes(build)) delete index[path];
  const cache = await caches.open(CACHE_NAME);
  for (const request of await cache.keys()) {
    const path = toPath(request.url);
    if (path !== INDEX_PATH && !index[path]) await cache.delete(request);
  }
  await writeIndex(index);
}

export async function clearCache(): Promise<void> {
  loadedIndex = undefined;
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

/** Returns a URL's path and query, under which its response is cached. */
export function toPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
