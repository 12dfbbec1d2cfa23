import { useEffect, useState, useSyncExternalStore } from "react";
import { articlePath, skylinePath } from "../../core/addresses.ts";
import { getImagePath } from "../../core/image.ts";
import type { SectionLink } from "../../server/editions/public.ts";
import type { ArticlePage, Story } from "../../server/news/views.ts";
import type { DeviceData, Follow } from "./deviceData.ts";
import { postToWorker } from "./workerMessages.ts";

/** The saved stories and follows that every page shows. The code of the database loads when the page is idle. */
interface DeviceState {
  /** Null until the database has been read, and when the browser stores nothing. */
  summary: { saved: ReadonlySet<string>; follows: readonly Follow[] } | null;
  /** Raised by each change, in this window or another. */
  version: number;
  /** Message to the reader about a change that could not be stored. */
  error: string | null;
}

export const STORES_NOTHING =
  "This browser keeps nothing for this site: the window is a private one, or storage is switched off. You can read everything, but nothing can be saved here.";
const STORAGE_FULL =
  "There is no room left on this device for more. Remove a saved story, or free some space on the device, and try again.";

const CHANNEL = "my";
const EMPTY: DeviceState = { summary: null, version: 0, error: null };

let state = EMPTY;
let hasStarted = false;
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

const loadStorage = () => import("./deviceStorage.ts");

export function useDeviceState(): DeviceState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => EMPTY,
  );
}

/** Returns the sections with those first that are followed on this device. */
export function useFollowedFirst(sections: readonly SectionLink[]): readonly SectionLink[] {
  const follows = useDeviceState().summary?.follows ?? [];
  const followed = sections.filter(({ slug }) => isFollowed(follows, "section", slug));
  return [...followed, ...sections.filter((section) => !followed.includes(section))];
}

/** Returns all stored data: null until it has been read, "none" when the browser stores nothing. */
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

/** The first subscriber makes the database load. */
function subscribe(listener: () => void): () => void {
  if (!hasStarted) {
    hasStarted = true;
    channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : undefined;
    channel?.addEventListener("message", () => void refresh());
    whenIdle(() => void refresh());
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(change: Partial<DeviceState>) {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

async function refresh(): Promise<void> {
  const summary = await loadStorage()
    .then(({ readSummary }) => readSummary())
    .catch(() => null);
  set({ summary, version: state.version + 1 });
}

/** Stores a change and notifies all windows, or shows why that failed. Returns true if it was stored. */
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

/** Saves a story now, and its text as soon as it has been fetched. */
export async function saveStory(story: Story): Promise<void> {
  const { slug, title, deck, author, date, source, section, image } = story;
  const { name, href, tone } = section;
  const fields = { title, deck, author, date, source, section: { name, href, tone } };
  const saved = { slug, story: fields, original: null, bodyHtml: null };
  if (!(await change(({ putStory }) => putStory(saved, Date.now())))) return;
  const picture = image && getImagePath(image);
  postToWorker({ type: "save", path: articlePath(slug), picture, skyline: skylinePath(slug, tone) });
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

export function isFollowed(follows: readonly Follow[], kind: Follow["kind"], id: string): boolean {
  return follows.some((follow) => follow.kind === kind && follow.id === id);
}

export function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
}
