import { checkBook, drop, dropAll, entryOf, markSaved, unmarkSaved } from "./ledger.ts";
import { isOff } from "./off.ts";
import { keepPage, OFFLINE, page, pageData } from "./pages.ts";
import { keepPicture, keepShown, picture, wantPictures } from "./pictures.ts";
import { type RequestEvent, scope } from "./scope.ts";
import { dropOldShells, keepShell, shellFile } from "./shell.ts";

/** What is kept from the start, and for good: the front page, the reader's own, and the page for when there is nothing else. */
const PAGES = [OFFLINE, "/saved", "/"];
/** A page that was kept a moment ago is not fetched again. */
const RECENT_MS = 60_000;

const PICTURES = /^\/(pictures|skyline|covers)\//;
/** What is asked for anew each time, or is nobody's page. */
const NEVER =
  /^\/(api|dev|media|cards|healthz|sw\.js|@|node_modules)(\/|$)|^\/\.|\.(xml|json|txt|pdf|webmanifest|png|ico)$/;

scope.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      await keepFirst();
      // Where workers are switched off, none is begun.
      if (isOff()) throw new Error("switched off");
      await keepShell();
      // Pages that are open go on with the files of their own build, which stay: no page is loaded anew for this.
      await scope.skipWaiting();
    })(),
  );
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const builds = await dropOldShells();
      await checkBook();
      await drop(({ build }) => build !== undefined && !builds.includes(build));
      await keepFirst();
      await scope.clients.claim();
    })(),
  );
});

scope.addEventListener("fetch", (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

async function keepFirst(): Promise<void> {
  for (const path of PAGES)
    if (await entryOf(path)) await markSaved(path, path);
    else await keepPage(path, path);
}

/** Null for all that the browser is to ask for itself. */
function answerTo(event: RequestEvent): Promise<Response> | null {
  const { request } = event;
  const url = new URL(request.url);
  const { pathname } = url;
  if (isOff()) return null;
  const isOurs = request.method === "GET" && url.origin === scope.location.origin && !request.headers.has("range");
  if (!isOurs || NEVER.test(pathname)) return null;
  if (pathname.startsWith("/assets/")) return shellFile(request);
  if (PICTURES.test(pathname)) return picture(request);
  if (request.mode === "navigate") return page(event);
  return pathname.endsWith(".data") ? pageData(event) : null;
}

interface Message {
  type: "visited" | "save" | "unsave" | "erase" | "pictures";
  path: string;
  picture: string | null;
  pictures: string[];
  skyline: string;
  isWanted: boolean;
}

scope.addEventListener("message", (event) => {
  if (isOff()) return;
  const { type, path, picture, pictures, skyline, isWanted } = event.data as Message;
  if (type === "visited") event.waitUntil(visited(path, pictures));
  if (type === "save") event.waitUntil(save(path, picture, skyline));
  if (type === "unsave") event.waitUntil(unmarkSaved(path));
  if (type === "pictures") event.waitUntil(wantPictures(isWanted));
  if (type === "erase") event.waitUntil(dropAll().then(keepFirst));
});

async function visited(path: string, pictures: readonly string[]): Promise<void> {
  const at = (await entryOf(path))?.at ?? 0;
  if (Date.now() - at > RECENT_MS) await keepPage(path);
  // On a first visit they came before the worker did. The browser still has them.
  for (const one of pictures) if (PICTURES.test(one) && !(await entryOf(one))) await keepShown(one);
}

async function save(path: string, picture: string | null, skyline: string): Promise<void> {
  if (await entryOf(path)) await markSaved(path, path);
  else await keepPage(path, path);
  for (const one of [skyline, picture]) if (one) await keepPicture(one, path);
}
