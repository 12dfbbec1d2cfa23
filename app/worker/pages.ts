import { entryOf, keep, keptAt } from "./ledger.ts";
import { isSwitchedOff, switchOff } from "./off.ts";
import { type RequestEvent, scope } from "./scope.ts";

/** How long a page is waited for where there is a copy of it. */
const PATIENCE_MS = 3000;

/** What was looked for. It stands in the list of recent searches, and is gone where a reader clears that. */
const SEARCHES = /^\/search\?/;

/** The page that says what can be read without a connection. */
export const OFFLINE = "/offline";

/** A page from the network; its kept copy where that takes too long; and where there is none, the page that says so. */
export async function page(event: RequestEvent): Promise<Response> {
  const path = pathOf(event.request.url);
  const fresh = fetch(asAsked(event.request)).then((answer) => take(path, answer, event));
  event.waitUntil(fresh.catch(() => {}));
  const hasKept = (await entryOf(path)) !== undefined;
  const answer = await (hasKept ? inTime(fresh) : fresh).catch(() => null);
  if (answer) return answer;
  const kept = await keptPage(path);
  if (kept) return kept;
  // A frame has a page around it that says what is the matter.
  if (event.request.destination === "iframe") return new Response(null, { status: 200 });
  return Response.redirect(`${OFFLINE}#${encodeURIComponent(path)}`);
}

/**
 * A request for a page that is answered by the site alone: the browser's own store would answer in its place for a minute,
 * with or without a connection. A request to navigate cannot be changed, so it is made anew.
 */
function asAsked({ url, headers }: Request): Request {
  return new Request(url, { headers, cache: "no-cache", credentials: "same-origin", redirect: "manual" });
}

/**
 * The data of a page to which the router leads. Where it cannot be had, the router is told to load the page anew, which is
 * then answered from what is kept; a page that only wanted news of itself stays as it is.
 */
export async function pageData(event: RequestEvent): Promise<Response> {
  const url = new URL(event.request.url);
  const path = url.pathname === "/_root.data" ? "/" : url.pathname.replace(/(\/_)?\.data$/, "");
  const own = [...url.searchParams].filter(([name]) => name !== "_routes" && name !== "index");
  const search = own.length > 0 ? `?${new URLSearchParams(own)}` : "";
  const from = await scope.clients.get(event.clientId);
  const isHere = from !== undefined && new URL(from.url).pathname === path;
  const fresh = fetch(event.request).then(async (answer) => {
    if (isSwitchedOff(answer)) await switchOff();
    return answer;
  });
  if (isHere) return fresh;
  const hasKept = (await entryOf(path + search)) !== undefined;
  const answer = await (hasKept ? inTime(fresh) : fresh).catch(() => null);
  if (answer) return answer;
  return new Response(null, {
    status: 204,
    headers: { "X-Remix-Redirect": path + search, "X-Remix-Status": "302", "X-Remix-Reload-Document": "true" },
  });
}

/** Fetches a page that the reader came to by the router, and keeps it. */
export async function keepPage(path: string, savedBy?: string): Promise<void> {
  const answer = await fetch(path, { headers: { accept: "text/html" }, cache: "no-cache" }).catch(() => null);
  if (!answer) return;
  if (isSwitchedOff(answer)) await switchOff();
  else await store(path, answer, savedBy);
}

async function take(path: string, answer: Response, event: RequestEvent): Promise<Response> {
  if (!isSwitchedOff(answer)) {
    event.waitUntil(store(path, answer.clone()));
    return answer;
  }
  event.waitUntil(switchOff());
  return answer.redirected || answer.body === null ? answer : marked(answer, `data-worker-off=""`);
}

/** A page with a mark at its root, which its scripts find. */
async function marked(answer: Response, mark: string): Promise<Response> {
  const html = (await answer.text()).replace("<html ", `<html ${mark} `);
  return new Response(html, { status: answer.status, headers: headersOf(answer) });
}

/** What of a page's headers stays true of its copy. */
function headersOf({ headers }: Response): Headers {
  const kept = new Headers();
  for (const name of ["content-type", "content-security-policy"]) {
    const value = headers.get(name);
    if (value) kept.set(name, value);
  }
  return kept;
}

/** Keeps pages that are whole: none that failed, is not to be kept, or is still filling. */
async function store(path: string, answer: Response, savedBy?: string): Promise<void> {
  const type = answer.headers.get("content-type") ?? "";
  if (SEARCHES.test(path)) return;
  const isWhole = answer.status === 200 && !answer.redirected && type.startsWith("text/html");
  if (!isWhole || answer.headers.get("cache-control")?.includes("no-store")) return;
  const html = await answer.text();
  if (html.includes('http-equiv="refresh"')) return;
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? path;
  const build = scope.build.id;
  await keep(path, new Blob([html]), headersOf(answer), { at: Date.now(), title, build, ...(savedBy && { savedBy }) });
}

/** A kept page with the time at which it was kept, for app/offline/OfflineNotice.tsx. */
async function keptPage(path: string): Promise<Response | undefined> {
  const [kept, entry] = await Promise.all([keptAt(path), entryOf(path)]);
  if (!kept || !entry) return undefined;
  return marked(kept, `data-kept-at="${entry.at}"`);
}

function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("took too long")), PATIENCE_MS);
    }),
  ]);
}

export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
