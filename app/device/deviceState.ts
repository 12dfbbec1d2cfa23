import { useSyncExternalStore } from "react";
import { articlePath } from "../../core/addresses.ts";
import type { SectionLink } from "../../server/editions/derived/publicEdition.ts";
import { DATABASE_NAME, type Follow } from "./deviceData.ts";
import { postToWorker } from "./workerMessages.ts";

/**
 * State that all pages share: the stories and follows saved on this device. The database's code loads when the browser
 * is idle, or when the reader saves or follows something.
 */
interface DeviceState {
  /** Null before the database has been read, and if the browser blocks storage. */
  summary: { saved: ReadonlySet<string>; follows: readonly Follow[] } | null;
  /** Increases after the first read, and after each change in this window or another. */
  version: number;
  /** Reason why a change could not be stored; null without such a failure. */
  error: StorageFault | null;
}

/** Key, in the catalog's `device` texts, of the error message that is shown to the reader. */
type StorageFault = "storesNothing" | "full";

const CHANNEL = "my";
const EMPTY: DeviceState = { summary: null, version: 0, error: null };

let state = EMPTY;
let hasStarted = false;
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

export const loadStorage = () => import("./deviceStorage.lazy.ts");

export function useDeviceState(): DeviceState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => EMPTY,
  );
}

/** Returns the sections: first the sections followed on this device, then all others. */
export function useFollowedFirst(sections: readonly SectionLink[]): readonly SectionLink[] {
  const follows = useDeviceState().summary?.follows ?? [];
  const followed = sections.filter(({ slug }) => isFollowed(follows, "section", slug));
  return [...followed, ...sections.filter((section) => !followed.includes(section))];
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

/** Returns false if this device has stored nothing, so that the database's code need not load. */
export async function hasDatabase(): Promise<boolean> {
  // Older browsers cannot list databases, and some browsers throw if storage is blocked. In both cases, a database may
  // exist.
  if (!window.indexedDB?.databases) return true;
  const databases = await indexedDB.databases().catch(() => null);
  return databases === null || databases.some(({ name }) => name === DATABASE_NAME);
}

function setState(change: Partial<DeviceState>) {
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
  setState({ summary, version: state.version + 1 });
}

/** Stores a change and notifies all windows; returns true on success. After a failure, shows the reader the reason. */
export async function storeChange(
  write: (storage: typeof import("./deviceStorage.lazy.ts")) => Promise<void>,
): Promise<boolean> {
  try {
    await write(await loadStorage());
    setState({ error: null });
    channel?.postMessage(null);
    return true;
  } catch (error) {
    setState({ error: (error as Error | null)?.name === "QuotaExceededError" ? "full" : "storesNothing" });
    return false;
  } finally {
    await refresh();
  }
}

/** Shows the reader why a change could not be stored; null removes the message. */
export function showError(error: StorageFault | null): void {
  setState({ error });
}

export function isFollowed(follows: readonly Follow[], kind: Follow["kind"], id: string): boolean {
  return follows.some((follow) => follow.kind === kind && follow.id === id);
}

export function whenIdle(task: () => unknown): void {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
}
