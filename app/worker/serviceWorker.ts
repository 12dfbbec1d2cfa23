import type { WorkerMessage } from "../device/workerMessages.ts";
import { cacheBuildFiles, dropOldBuilds, fetchBuildFile } from "./buildFiles.ts";
import { clearCache, dropStaleEntries, findEntry, markSaved, removeEntries, unmarkSaved } from "./cacheIndex.ts";
import { type RequestEvent, scope } from "./globalScope.ts";
import { cacheImageForStory, fetchImage, setPhotosAllowed } from "./imageRequests.ts";
import { isSwitchedOff } from "./killSwitch.ts";
import { cachePage, fetchPage, fetchPageData, OFFLINE_PATH } from "./pageRequests.ts";

/** Pages that are cached during installation and evicted last. */
const ESSENTIAL_PAGES = [OFFLINE_PATH, "/saved"];
/** Cached pages up to this age, in ms, are not fetched again. */
const FRESH_MS = 60_000;

const IMAGE_PATHS = /^\/(pictures|scenes|skyline|covers)\//;
/** Matches paths that are left to the browser: APIs, streams, development files, and files other than pages. */
const BYPASSED_PATHS =
  /^\/(api|dev|media|cards|healthz|sw\.js|@|node_modules)(\/|$)|^\/\.|\.(xml|json|txt|pdf|webmanifest|png|ico)$/;

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("message", (event) => {
  if (!isSwitchedOff()) event.waitUntil(handleMessage(event.data as WorkerMessage));
});
scope.addEventListener("fetch", (event) => {
  const response = respond(event);
  if (response) event.respondWith(response);
});

async function install(): Promise<void> {
  await cacheEssentialPages();
  if (isSwitchedOff()) throw new Error("switched off");
  await cacheBuildFiles(scope.build.files);
  // Open pages need no reload, since the files of the previous build stay cached for them.
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  await dropStaleEntries(await dropOldBuilds());
  await cacheEssentialPages();
  await scope.clients.claim();
}

/** Returns the response; null for requests that are left to the browser. */
function respond(event: RequestEvent): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (isSwitchedOff() || request.method !== "GET" || origin !== scope.location.origin) return null;
  if (request.headers.has("range") || BYPASSED_PATHS.test(pathname)) return null;
  if (/^\/(assets|typefaces)\//.test(pathname)) return fetchBuildFile(request);
  if (IMAGE_PATHS.test(pathname)) return fetchImage(request);
  if (request.mode === "navigate") return fetchPage(event);
  return pathname.endsWith(".data") ? fetchPageData(event) : null;
}

async function handleMessage(message: WorkerMessage): Promise<void> {
  switch (message.type) {
    case "visited":
      return cacheVisit(message.path, message.pictures);
    case "save":
      await cacheAsSaved(message.path);
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
  for (const path of ESSENTIAL_PAGES) await cacheAsSaved(path);
}

async function cacheAsSaved(path: string): Promise<void> {
  if (await findEntry(path)) await markSaved(path, path);
  else await cachePage(path, path);
}

async function cacheVisit(path: string, images: readonly string[]): Promise<void> {
  const cachedAt = (await findEntry(path))?.at ?? 0;
  // The router loads only a page's data, so this function fetches the whole page. On a first visit, the page and its
  // images loaded before the worker started. They are then in the browser's HTTP cache.
  if (Date.now() - cachedAt > FRESH_MS) await cachePage(path, undefined, "default");
  for (const image of images)
    if (IMAGE_PATHS.test(image) && !(await findEntry(image))) await fetchImage(new Request(image));
}
