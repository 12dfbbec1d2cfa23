import { entryOf, keep, keptAt, markSaved, pathsLike } from "./ledger.ts";
import { pathOf } from "./pages.ts";

/** Drawings, photographs and covers: what is kept is shown, since their addresses say what is in them. */
export async function picture(request: Request): Promise<Response> {
  const path = pathOf(request.url);
  if (path.startsWith("/pictures/") && !(await areWanted())) return new Response(null, { status: 204 });
  const kept = await keptAt(path);
  if (kept) return kept;
  const answer = await fetch(request).catch(() => null);
  if (!answer) return (await likeIt(path)) ?? Response.error();
  // One that stands in for another says that it will not last.
  if (answer.ok && answer.headers.get("cache-control")?.includes("immutable")) await store(path, answer.clone());
  return answer;
}

/** The same photograph in another width or format: browsers go by what is in it and not by its name. */
async function likeIt(path: string): Promise<Response | undefined> {
  const [, photograph] = /^(\/pictures\/[^/]+\/)/.exec(path) ?? [];
  const [like] = photograph ? await pathsLike(photograph) : [];
  return like === undefined ? undefined : keptAt(like);
}

/** Where it is written that the reader wants no photographs: it holds for the next start of the worker, too. */
const UNWANTED = "pictures-unwanted";

export async function wantPictures(isWanted: boolean): Promise<void> {
  if (isWanted) await caches.delete(UNWANTED);
  else await caches.open(UNWANTED);
}

async function areWanted(): Promise<boolean> {
  return !(await caches.has(UNWANTED));
}

/** Keeps a picture that is seen on a page, as if it had come through here. */
export async function keepShown(path: string): Promise<void> {
  await picture(new Request(path));
}

/** Keeps a picture for as long as a story is saved. */
export async function keepPicture(path: string, savedBy: string): Promise<void> {
  if (await entryOf(path)) return markSaved(path, savedBy);
  const answer = await fetch(path).catch(() => null);
  if (answer?.ok) await store(path, answer, savedBy);
}

async function store(path: string, answer: Response, savedBy?: string): Promise<void> {
  const type = answer.headers.get("content-type") ?? "";
  await keep(path, await answer.blob(), { "content-type": type }, { at: Date.now(), ...(savedBy && { savedBy }) });
}
