import { createDocumentRedirect, toPageUrl } from "../router/routerData.ts";
import { cachePageFiles } from "./buildFiles.ts";
import { cacheResponse, findEntry, readCached, removeEntries, toPath } from "./cacheIndex.ts";
import { type RequestEvent, scope } from "./globalScope.ts";
import { hasOffHeader, switchOff } from "./killSwitch.ts";

/** Longest wait for the network, in ms, if the page is cached. */
const NETWORK_TIMEOUT_MS = 3000;

/** Search pages are not cached: copies would remain after a reader clears the list of recent searches. */
const SEARCH_PAGE = /^\/search\?/;

/** Matches the instant at which a page expires, in the page's robots directive (app/ui/head.ts). */
const UNAVAILABLE_AFTER = /<meta name="robots" content="[^"]*unavailable_after: ([^",]+)/;

/** Path of the page that lists the stories available offline. */
export const OFFLINE_PATH = "/offline";

/** Returns a page from the network; if that fails, the cached copy; without a copy, a redirect to the offline page. */
export async function fetchPage(event: RequestEvent): Promise<Response> {
  const path = toPath(event.request.url);
  const fetched = fetch(toRevalidatingRequest(event.request)).then((response) => receivePage(path, response, event));
  event.waitUntil(fetched.catch(() => {}));
  const response = (await preferNetwork(path, fetched)) ?? (await readCachedPage(path));
  if (response) return response;
  // A frame gets an empty page, since the page around the frame already shows that there is no connection.
  if (event.request.destination === "iframe") return new Response(null, { status: 200 });
  return Response.redirect(`${OFFLINE_PATH}#${encodeURIComponent(path)}`);
}

/** Returns a page's data for the router. Without a timely response, makes the router load the document. */
export async function fetchPageData(event: RequestEvent): Promise<Response> {
  const page = toPageUrl(event.request.url);
  const path = toPath(page.href);
  const client = await scope.clients.get(event.clientId);
  const fetched = fetch(event.request).then(async (response) => {
    if (hasOffHeader(response)) await switchOff();
    return response;
  });
  // A page that reloads its own data waits for the network without a time limit.
  const isReload = client && new URL(client.url).pathname === page.pathname;
  const response = await (isReload ? fetched.catch(() => null) : preferNetwork(path, fetched));
  return response ?? createDocumentRedirect(path);
}

/** Returns the network's response; null if the request fails. If the page is cached, also returns null after 3 s. */
async function preferNetwork(path: string, fetched: Promise<Response>): Promise<Response | null> {
  const response = fetched.catch(() => null);
  if (!(await findEntry(path))) return response;
  return Promise.race([
    response,
    new Promise<null>((resolve) => {
      setTimeout(resolve, NETWORK_TIMEOUT_MS, null);
    }),
  ]);
}

/**
 * Fetches and caches a page. With the default `cache`, the browser asks the server even if the HTTP cache has a fresh
 * copy. The response can then tell this service worker to switch off.
 */
export async function cachePage(path: string, savedBy?: string, cache: RequestCache = "no-cache"): Promise<void> {
  const response = await fetch(path, { headers: { accept: "text/html" }, cache }).catch(() => null);
  if (!response) return;
  if (hasOffHeader(response)) await switchOff();
  else await storePage(path, response, savedBy);
}

/**
 * Copies a navigation request. For the copy, the browser always asks the server. For the original request, the browser
 * could use a page from the HTTP cache that is up to a minute old.
 */
function toRevalidatingRequest({ url, headers }: Request): Request {
  return new Request(url, { headers, cache: "no-cache", credentials: "same-origin", redirect: "manual" });
}

async function receivePage(path: string, response: Response, event: RequestEvent): Promise<Response> {
  if (!hasOffHeader(response)) {
    event.waitUntil(storePage(path, response.clone()));
    return response;
  }
  event.waitUntil(switchOff());
  // `data-worker-off` keeps the page from registering the worker again (app/offline/ServiceWorker.ts).
  return response.redirected || response.body === null ? response : addToRoot(response, `data-worker-off=""`);
}

/**
 * Caches a page. Deletes the cached copy if the page was taken down. Ignores failed responses, searches, pages that
 * must not be stored and pages that are still loading their news.
 */
async function storePage(path: string, response: Response, savedBy?: string): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  if (SEARCH_PAGE.test(path)) return;
  if (response.status === 410) return removeEntries([path]);
  const isPage = response.status === 200 && !response.redirected && type.startsWith("text/html");
  if (!isPage || response.headers.get("cache-control")?.includes("no-store")) return;
  const html = await response.text();
  if (html.includes('http-equiv="refresh"')) return;
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? path;
  const until = UNAVAILABLE_AFTER.exec(html)?.[1];
  const about = { at: Date.now(), title, build: scope.build.id, ...(until && { until }), ...(savedBy && { savedBy }) };
  await cacheResponse(path, new Blob([html]), copyHeaders(response), about);
  await cachePageFiles(html);
}

/** Returns a cached page, with the time of caching for app/offline/OfflineNotice.tsx; undefined if not cached. */
async function readCachedPage(path: string): Promise<Response | undefined> {
  const [cached, entry] = await Promise.all([readCached(path), findEntry(path)]);
  return cached && entry && addToRoot(cached, `data-kept-at="${entry.at}"`);
}

/** Adds an attribute to the page's root element, for the page's scripts and styles. */
async function addToRoot(response: Response, attribute: string): Promise<Response> {
  const html = (await response.text()).replace("<html ", `<html ${attribute} `);
  return new Response(html, { status: response.status, headers: copyHeaders(response) });
}

/** Returns the headers that a copy of a page needs. */
function copyHeaders({ headers }: Response): [string, string][] {
  return [...headers].filter(([name]) => name === "content-type" || name === "content-security-policy");
}
