import { cacheResponse, findEntry, findPathsUnder, markSaved, readCached, toPath } from "./cacheIndex.ts";

/** Cache whose existence means that photos are off: workers have no localStorage. Do not change: devices use it. */
const UNWANTED_FLAG = "pictures-unwanted";

export async function setPhotosAllowed(isAllowed: boolean): Promise<void> {
  if (isAllowed) await caches.delete(UNWANTED_FLAG);
  else await caches.open(UNWANTED_FLAG);
}

/** Returns an image, cached if possible: its address changes with its content. Returns 204 for an unwanted photo. */
export async function fetchImage(request: Request): Promise<Response> {
  const path = toPath(request.url);
  if (path.startsWith("/pictures/") && (await caches.has(UNWANTED_FLAG))) return new Response(null, { status: 204 });
  const cached = await readCached(path);
  if (cached) return cached;
  const response = await fetch(request).catch(() => null);
  if (!response) return (await readOtherSize(path)) ?? Response.error();
  // The server's placeholder for an image that it lacks is not immutable, and therefore not cached.
  if (response.ok && response.headers.get("cache-control")?.includes("immutable"))
    await storeImage(path, response.clone());
  return response;
}

/** Returns a photo in another cached width or format, if any; browsers detect the format from the bytes. */
async function readOtherSize(path: string): Promise<Response | undefined> {
  const [photo] = /^\/pictures\/[^/]+\//.exec(path) ?? [];
  const [other] = photo ? await findPathsUnder(photo) : [];
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
