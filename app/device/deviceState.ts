import { useEffect, useState, useSyncExternalStore } from "react";
import { articlePath, skylinePath } from "../../core/addresses.ts";
import { getMarkedTitle } from "../../core/byline.ts";
import { getImagePath } from "../../core/image.ts";
import type { SectionLink } from "../../server/editions/public.ts";
import type { ArticlePage, Story } from "../../server/news/views.ts";
import { DATABASE, type DeviceData, type Follow } from "./deviceData.ts";
import { postToWorker, postWhenControlled } from "./workerMessages.ts";

/** This device's saved stories and follows, for every page. The database code loads when idle, or on a change. */
interface DeviceState {
  /** Null before the database is read, and if the browser stores nothing. */
  summary: { saved: ReadonlySet<string>; follows: readonly Follow[] } | null;
  /** Increases after the first read, and after each change in this window or another. */
  version: number;
  /** Message to the reader that a change could not be stored; null without such a failure. */
  error: string | null;
}

export const STORES_NOTHING =
  "This browser isn’t saving anything for this site: the window is private, or storage is turned off. You can read everything, but you can’t save stories here.";
const STORAGE_FULL = "This device is out of space. Remove a saved story or free up some space, then try again.";

const CHANNEL = "my";
const EMPTY: DeviceState = { summary: null, version: 0, error: null };

let state = EMPTY;
let hasStarted = false;
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

export const loadStorage = () => import("./deviceStorage.ts");

export function useDeviceState(): DeviceState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => EMPTY,
  );
}

/** Returns the sections, those followed on this device first. */
export function useFollowedFirst(sections: readonly SectionLink[]): readonly SectionLink[] {
  const follows = useDeviceState().summary?.follows ?? [];
  const followed = sections.filter(({ slug }) => isFollowed(follows, "section", slug));
  return [...followed, ...sections.filter((section) => !followed.includes(section))];
}

/** Returns all stored data: null before it is read, "none" if the browser stores nothing. */
export function useDeviceData(): DeviceData | "none" | null {
  const { version } = useDeviceState();
  const [data, setData] = useState<DeviceData | "none" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each change
  useEffect(() => {
    let isStale = false;
    loadStorage()
      .then(({ readData }) => readData())
      .catch(() => "none" as const)
      .then((data) => !isStale && setData(data));
    return () => {
      isStale = true;
    };
  }, [version]);
  return data;
}

/** Adds a listener and returns a function that removes it. The first listener starts loading the database. */
function subscribe(listener: () => void): () => void {
  if (!hasStarted) {
    hasStarted = true;
    channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : undefined;
    channel?.addEventListener("message", () => void refresh());
    whenIdle(async () => {
      if (await hasDatabase()) await refresh();
    });
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns false on a device that has stored nothing and so need not load the database's code. */
export async function hasDatabase(): Promise<boolean> {
  // Older browsers cannot list databases. Some throw where they may not store anything.
  if (!window.indexedDB?.databases) return true;
  const databases = await indexedDB.databases().catch(() => null);
  return databases === null || databases.some(({ name }) => name === DATABASE);
}

function set(change: Partial<DeviceState>) {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

async function refresh(): Promise<void> {
  const summary = await loadStorage()
    .then(async ({ removeExpired, readSummary }) => {
      for (const slug of await removeExpired(Date.now())) postToWorker({ type: "unsave", path: articlePath(slug) });
      return readSummary();
    })
    .catch(() => null);
  set({ summary, version: state.version + 1 });
}

/** Stores a change and notifies all windows; on failure shows the reader why. Returns true if the change was stored. */
export async function change(write: (storage: typeof import("./deviceStorage.ts")) => Promise<void>): Promise<boolean> {
  try {
    await write(await loadStorage());
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

/** Saves a story without its text, then fetches and stores the text. */
export async function saveStory(story: Story): Promise<void> {
  const { slug, deck, author, date, source, section, image } = story;
  const { name, href, tone } = section;
  const fields = { title: getMarkedTitle(story), deck, author, date, source, section: { name, href, tone } };
  const saved = { slug, story: fields, original: null, bodyHtml: null };
  if (!(await change(({ putStory }) => putStory(saved, Date.now())))) return;
  const picture = image && getImagePath(image);
  postWhenControlled({ type: "save", path: articlePath(slug), picture, skyline: skylinePath(slug, tone) });
  await fetchText(slug);
}

/** The response of /api/article/{slug} (server/web/routes/deviceFiles.ts). */
type ArticleText = Pick<ArticlePage, "bodyHtml" | "original" | "expiresAt"> & { deck: string; mayExport: boolean };

/** Fetches and stores the text of a saved story. After a failure, the page /saved tries again. */
export async function fetchText(slug: string): Promise<void> {
  const response = await fetch(`/api${articlePath(slug)}`).catch(() => null);
  if (!response?.ok) return;
  const { deck, bodyHtml, original, expiresAt, mayExport } = (await response.json()) as ArticleText;
  await change(({ putText }) => putText(slug, { deck, bodyHtml, original, rights: { expiresAt, mayExport } }));
}

export async function unsaveStory(slug: string): Promise<void> {
  if (await change(({ removeStory }) => removeStory(slug))) postToWorker({ type: "unsave", path: articlePath(slug) });
}

export function isFollowed(follows: readonly Follow[], kind: Follow["kind"], id: string): boolean {
  return follows.some((follow) => follow.kind === kind && follow.id === id);
}

export function whenIdle(task: () => unknown): void {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
}
