import { articlePath, skylinePath } from "../../core/addresses.ts";
import { plainAddress } from "../../core/picture.ts";
import type { ArticlePage, Story } from "../../server/news/views.ts";
import { refusalOf } from "./messages.ts";
import { type Follow, type Marks, type ReadStory, storyToKeep } from "./types.ts";

/**
 * What every page knows of the reader's own: which stories are saved and what is followed. The database behind it is loaded
 * once a page has nothing else to do, and other windows are told of each change.
 */

export interface ShelfState {
  /** Null until the device has been asked, and where it keeps nothing. */
  marks: Marks | null;
  /** Raised by each change, here or in another window. */
  version: number;
  /** The sentence about what could not be kept. */
  refusal: string | null;
}

const CHANNEL = "my";
export const EMPTY: ShelfState = { marks: null, version: 0, refusal: null };

let state = EMPTY;
let isBegun = false;
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

export function shelfState(): ShelfState {
  return state;
}

/** Calls back at each change; the first who asks has the device asked. */
export function onShelf(listener: () => void): () => void {
  listeners.add(listener);
  if (!isBegun) {
    isBegun = true;
    channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : undefined;
    channel?.addEventListener("message", () => void look());
    whenIdle(() => void look());
  }
  return () => listeners.delete(listener);
}

const device = () => import("./deviceStorage.ts");

async function look(): Promise<void> {
  const marks = await device()
    .then(({ readMarks }) => readMarks())
    .catch(() => null);
  set({ marks, version: state.version + 1 });
}

/**
 * Makes a change, and tells all windows. Where the device refuses, the page says why.
 *
 * @returns whether it was made
 */
export async function change(make: (kept: Awaited<ReturnType<typeof device>>) => Promise<void>): Promise<boolean> {
  try {
    await make(await device());
    set({ refusal: null });
    channel?.postMessage(null);
    return true;
  } catch (error) {
    set({ refusal: refusalOf(error) });
    return false;
  } finally {
    await look();
  }
}

export function dismissRefusal(): void {
  set({ refusal: null });
}

/** Saves a story at once, and its text as soon as it is there. */
export async function saveStory(story: Story): Promise<void> {
  const { slug, section } = story;
  const kept = { slug, story: storyToKeep(story), original: null, bodyHtml: null };
  if (!(await change(({ putStory }) => putStory(kept, Date.now())))) return;
  tellWorker({
    type: "save",
    path: articlePath(slug),
    picture: story.picture && plainAddress(story.picture),
    skyline: skylinePath(slug, section.tone),
  });
  await fetchText(slug);
}

/** Asks for the text of a story that is saved without; where it cannot be had, it is asked for again at /saved. */
export async function fetchText(slug: string): Promise<void> {
  const answer = await fetch(`/api${articlePath(slug)}`).catch(() => null);
  if (!answer?.ok) return;
  const { bodyHtml, original } = (await answer.json()) as Pick<ArticlePage, "bodyHtml" | "original">;
  await change(({ putText }) => putText(slug, { bodyHtml, original }));
}

export async function unsaveStory(slug: string): Promise<void> {
  if (await change(({ removeStory }) => removeStory(slug))) tellWorker({ type: "unsave", path: articlePath(slug) });
}

export async function follow(kind: Follow["kind"], id: string, isFollowed: boolean): Promise<void> {
  await change(({ setFollowed }) => setFollowed({ kind, id, followedAt: Date.now() }, isFollowed));
}

export async function remember(read: ReadStory): Promise<void> {
  await change(({ putRead }) => putRead(read));
}

export function isFollowed({ follows }: Marks, kind: Follow["kind"], id: string): boolean {
  return follows.some((one) => one.kind === kind && one.id === id);
}

/** Says something to the service worker, where there is one. */
export function tellWorker(message: { type: string } & Record<string, unknown>): void {
  navigator.serviceWorker?.controller?.postMessage(message);
}

export function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
}

function set(change: Partial<ShelfState>) {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}
