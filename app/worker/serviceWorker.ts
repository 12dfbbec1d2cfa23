import type { WorkerMessage } from "../device/workerMessages.ts";
import { cacheBuild, dropOldBuilds, fetchBuildFile } from "./buildFiles.ts";
import { clearCache, dropStale, findEntry, markSaved, unmarkSaved } from "./cacheIndex.ts";
import { type RequestEvent, scope } from "./globalScope.ts";
import { cacheImageForStory, fetchImage, setPhotosAllowed } from "./imageRequests.ts";
import { isSwitchedOff } from "./killSwitch.ts";
import { cachePage, fetchPage, fetchPageData, OFFLINE_PATH } from "./pageRequests.ts";

/** Pages that are cached at installation and evicted last. */
const ESSENTIAL_PAGES = [OFFLINE_PATH, "/saved", "/"];
/** A page is not fetched again for its copy within this time. */
const FRESH_MS = 60_000;

const IMAGES = /^\/(pictures|skyline|covers)\//;
/** Paths left to the browser: APIs, streams, development, and files that are no pages. */
const BYPASSED =
  /^\/(api|dev|media|cards|healthz|sw\.js|@|node_modules)(\/|$)|^\/\.|\.(xml|json|txt|pdf|webmanifest|png|ico)$/;

scope.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      await cacheEssentialPages();
      if (isSwitchedOff()) throw new Error("switched off");
      await cacheBuild();
      // Safe without a reload: the files of the previous build stay cached for the pages that are open.
      await scope.skipWaiting();
    })(),
  );
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      await dropStale(await dropOldBuilds());
      await cacheEssentialPages();
      await scope.clients.claim();
    })(),
  );
});

scope.addEventListener("fetch", (event) => {
  const response = respond(event);
  if (response) event.respondWith(response);
});

/** Returns null for requests that the browser sends itself. */
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

scope.addEventListener("message", (event) => {
  if (!isSwitchedOff()) event.waitUntil(handle(event.data as WorkerMessage));
});

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
  // Images of a first visit came before the worker; the browser's HTTP cache still has them.
  for (const image of images) if (IMAGES.test(image) && !(await findEntry(image))) await fetchImage(new Request(image));
}
