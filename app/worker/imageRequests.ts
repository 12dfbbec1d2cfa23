import { cacheResponse, findEntry, listPathsUnder, markSaved, readCached, toPath } from "./cacheIndex.ts";

/**
 * Name of a cache that exists while photos are off. A cache serves as the flag, since workers lack localStorage. Do not
 * change the name: readers' devices store it.
 */
const PHOTOS_OFF_FLAG = "pictures-unwanted";

export async function setPhotosAllowed(isAllowed: boolean): Promise<void> {
  if (isAllowed) await caches.delete(PHOTOS_OFF_FLAG);
  else await caches.open(PHOTOS_OFF_FLAG);
}

/**
 * Returns an image, from the cache if possible, since an image's URL changes with its content. Returns status 204 for a
 * photo while photos are off.
 */
export async function fetchImage(request: Request): Promise<Response> {
  const path = toPath(request.url);
  if (path.startsWith("/pictures/") && (await arePhotosOff())) return new Response(null, { status: 204 });
  const cached = await readCached(path);
  if (cached) return cached;
  const response = await fetch(request).catch(() => null);
  if (!response) return (await readOtherSize(path)) ?? Response.error();
  // The server's placeholder for an image that it lacks is not immutable, and therefore not cached.
  if (response.ok && response.headers.get("cache-control")?.includes("immutable"))
    await storeImage(path, response.clone()).catch(() => {});
  return response;
}

/** Returns true while photos are off; false if the device can't read its caches. */
function arePhotosOff(): Promise<boolean> {
  return caches.has(PHOTOS_OFF_FLAG).catch(() => false);
}

/** Returns a photo in another cached width or format, if any; browsers detect the format from the bytes. */
async function readOtherSize(path: string): Promise<Response | undefined> {
  const [photo] = /^\/pictures\/[^/]+\//.exec(path) ?? [];
  const [other] = photo ? await listPathsUnder(photo) : [];
  return other === undefined ? undefined : readCached(other);
}

/** Caches an image, and marks it as needed by a saved story. */
export async function cacheImageForStory(path: string, savedBy: string): Promise<void> {
  if (await findEntry(path)) return markSaved(path, savedBy);
  const response = await fetch(path).catch(() => null);
  if (response?.ok) await storeImage(path, response, savedBy);
}

async function storeImage(path: string, response: Response, savedBy?: string): Promise<void> {
  const headers = { "content-type": response.headers.get("content-type") ?? "" };
  await cacheResponse(path, await response.blob(), headers, { at: Date.now(), ...(savedBy && { savedBy }) });
}
