import { articlePath, skylinePath } from "../../core/addresses.ts";
import { getImagePath } from "../../core/image.ts";
import type { ArticlePage, Story } from "../../server/news/views.ts";
import { type DeviceSummary, type Follow, type ReadStory, toSavedFields } from "./deviceData.ts";
import { postToWorker } from "./workerMessages.ts";

/**
 * The state of saved stories and follows that every page shows, and the changes to it. The code of the database loads
 * when the page is idle.
 */
export interface DeviceState {
  /** Null until the database has been read, and when the browser stores nothing. */
  summary: DeviceSummary | null;
  /** Raised by each change, in this window or another. */
  version: number;
  /** Message to the reader about a change that could not be stored. */
  error: string | null;
}

export const STORES_NOTHING =
  "This browser keeps nothing for this site: the window is a private one, or storage is switched off. You can read everything, but nothing can be saved here.";
const STORAGE_FULL =
  "There is no room left on this device for more. Remove a saved story, or free some space on the device, and try again.";

/** Name of the channel on which windows tell each other of changes. */
const CHANNEL = "my";
export const EMPTY: DeviceState = { summary: null, version: 0, error: null };

let state = EMPTY;
let hasBegun = false;
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

const loadStorage = () => import("./deviceStorage.ts");

export function readState(): DeviceState {
  return state;
}

/** Calls back at each change. The first call has the database read. */
export function subscribe(listener: () => void): () => void {
  if (!hasBegun) {
    hasBegun = true;
    channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : undefined;
    channel?.addEventListener("message", () => void refresh());
    whenIdle(() => void refresh());
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function refresh(): Promise<void> {
  const summary = await loadStorage()
    .then(({ readSummary }) => readSummary())
    .catch(() => null);
  set({ summary, version: state.version + 1 });
}

/**
 * Makes a change and tells all windows. When the device refuses it, the page shows why.
 *
 * @returns true if the change was stored
 */
export async function change(
  make: (storage: Awaited<ReturnType<typeof loadStorage>>) => Promise<void>,
): Promise<boolean> {
  try {
    await make(await loadStorage());
    set({ error: null });
    channel?.postMessage(null);
    return true;
  } catch (error) {
    set({ error: (error as Error | null)?.name === "QuotaExceededError" ? STORAGE_FULL : STORES_NOTHING });
    return false;
  } finally {
    await refresh();
  }
}

export function dismissError(): void {
  set({ error: null });
}

/** Saves a story now, and its text as soon as it has been fetched. */
export async function saveStory(story: Story): Promise<void> {
  const { slug, section, image } = story;
  const saved = { slug, story: toSavedFields(story), original: null, bodyHtml: null };
  if (!(await change(({ putStory }) => putStory(saved, Date.now())))) return;
  postToWorker({
    type: "save",
    path: articlePath(slug),
    picture: image && getImagePath(image),
    skyline: skylinePath(slug, section.tone),
  });
  await fetchText(slug);
}

/** Fetches and stores the text of a saved story. When that fails, /saved tries again. */
export async function fetchText(slug: string): Promise<void> {
  const response = await fetch(`/api${articlePath(slug)}`).catch(() => null);
  if (!response?.ok) return;
  const { bodyHtml, original } = (await response.json()) as Pick<ArticlePage, "bodyHtml" | "original">;
  await change(({ putText }) => putText(slug, { bodyHtml, original }));
}

export async function unsaveStory(slug: string): Promise<void> {
  if (await change(({ removeStory }) => removeStory(slug))) postToWorker({ type: "unsave", path: articlePath(slug) });
}

export async function setFollowed(kind: Follow["kind"], id: string, isFollowed: boolean): Promise<void> {
  await change((storage) => storage.setFollowed({ kind, id, followedAt: Date.now() }, isFollowed));
}

export async function addToHistory(read: ReadStory): Promise<void> {
  await change(({ putRead }) => putRead(read));
}

export function isFollowed(follows: readonly Follow[], kind: Follow["kind"], id: string): boolean {
  return follows.some((follow) => follow.kind === kind && follow.id === id);
}

export function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
}

function set(change: Partial<DeviceState>) {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}
