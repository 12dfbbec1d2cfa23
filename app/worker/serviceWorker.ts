import type { WorkerMessage } from "../device/workerMessages.ts";
import { clearCache, dropStale, findEntry, markSaved, removeEntries, unmarkSaved } from "./cacheIndex.ts";
import { type RequestEvent, scope } from "./globalScope.ts";
import { cacheImageForStory, fetchImage, setPhotosAllowed } from "./imageRequests.ts";
import { isSwitchedOff } from "./killSwitch.ts";
import { cachePage, fetchPage, fetchPageData, OFFLINE_PATH } from "./pageRequests.ts";

/** Pages that are cached during installation and evicted last. */
const ESSENTIAL_PAGES = [OFFLINE_PATH, "/saved", "/"];
/** Age up to which cached pages are not fetched again. */
const FRESH_MS = 60_000;

const IMAGES = /^\/(pictures|skyline|covers)\//;
/** Paths left to the browser: APIs, streams, development, and files other than pages. */
const BYPASSED =
  /^\/(api|dev|media|cards|healthz|sw\.js|@|node_modules)(\/|$)|^\/\.|\.(xml|json|txt|pdf|webmanifest|png|ico)$/;

/** Prefix of the cache names of builds' scripts, styles and fonts. Must not change: devices have such caches. */
const BUILD_PREFIX = "shell-";
const BUILD_CACHE = BUILD_PREFIX + scope.build.id;

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("message", (event) => {
  if (!isSwitchedOff()) event.waitUntil(handle(event.data as WorkerMessage));
});
scope.addEventListener("fetch", (event) => {
  const response = respond(event);
  if (response) event.respondWith(response);
});

async function install(): Promise<void> {
  await cacheEssentialPages();
  if (isSwitchedOff()) throw new Error("switched off");
  await cacheBuild();
  // Safe without a reload: the previous build's files stay cached for open pages.
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  await dropStale(await dropOldBuilds());
  await cacheEssentialPages();
  await scope.clients.claim();
}

/** Returns the response; null for requests that are left to the browser. */
function respond(event: RequestEvent): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (isSwitchedOff() || request.method !== "GET" || origin !== scope.location.origin) return null;
  if (request.headers.has("range") || BYPASSED.test(pathname)) return null;
  if (pathname.startsWith("/assets/")) return fetchBuildFile(request);
  if (IMAGES.test(pathname)) return fetchImage(request);
  if (request.mode === "navigate") return fetchPage(event);
  return pathname.endsWith(".data") ? fetchPageData(event) : null;
}

async function handle(message: WorkerMessage): Promise<void> {
  switch (message.type) {
    case "visited":
      return cacheVisit(message.path, message.pictures);
    case "save":
      await cacheSaved(message.path);
      for (const image of [message.skyline, message.picture]) if (image) await cacheImageForStory(image, message.path);
      return;
    case "unsave":
      return unmarkSaved(message.path);
    case "takenDown":
      return removeEntries(message.paths);
    case "pictures":
      return setPhotosAllowed(message.isWanted);
    case "erase":
      await clearCache();
      return cacheEssentialPages();
  }
}

async function cacheEssentialPages(): Promise<void> {
  for (const path of ESSENTIAL_PAGES) await cacheSaved(path);
}

async function cacheSaved(path: string): Promise<void> {
  if (await findEntry(path)) await markSaved(path, path);
  else await cachePage(path, path);
}

async function cacheVisit(path: string, images: readonly string[]): Promise<void> {
  const cachedAt = (await findEntry(path))?.at ?? 0;
  if (Date.now() - cachedAt > FRESH_MS) await cachePage(path);
  // On a first visit, images loaded before the worker started; the browser's HTTP cache still has them.
  for (const image of images) if (IMAGES.test(image) && !(await findEntry(image))) await fetchImage(new Request(image));
}

/** Caches every file of the build, so that cached pages that the reader never opened work offline, too. */
async function cacheBuild(): Promise<void> {
  await (await caches.open(BUILD_CACHE)).addAll(scope.build.files);
}

/** Deletes all builds except this one and the previous one, which open pages still use. Returns the ids of both. */
async function dropOldBuilds(): Promise<string[]> {
  const others = (await caches.keys()).filter((name) => name.startsWith(BUILD_PREFIX) && name !== BUILD_CACHE);
  const previous = others.pop();
  for (const name of others) await caches.delete(name);
  return [BUILD_CACHE, previous ?? BUILD_CACHE].map((name) => name.slice(BUILD_PREFIX.length));
}

/** Returns a build file, from the cache if possible: the file's name contains a hash of its content. */
async function fetchBuildFile(request: Request): Promise<Response> {
  const cached = await caches.match(request.url, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.type === "basic" && !isSwitchedOff()) {
    const copy = response.clone();
    const cache = await caches.open(BUILD_CACHE);
    await cache.put(request.url, copy).catch(() => {});
  }
  return response;
}
