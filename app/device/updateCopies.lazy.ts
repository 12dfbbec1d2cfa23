import { articlePath } from "../../core/addresses.ts";
import type { DeviceData } from "./deviceData.ts";
import { hasDatabase, loadStorage, storeChange } from "./deviceState.ts";
import { postToWorker } from "./workerMessages.ts";

/** Response of /takedowns.json (server/takedowns/list.ts). */
interface Takedowns {
  stories: string[];
  publishers: string[];
  /** Instant of each staff story's latest change, by slug. */
  updated: Record<string, string>;
}

/**
 * Deletes this device's copies of stories that were taken down, and replaces copies of staff stories that have changed.
 * Requests a list that is the same for all readers, so the server does not learn which stories a reader has. A device
 * that has no copies and no offline pages requests nothing. If a cache returns an outdated text, the next visit
 * replaces the copy.
 */
export async function updateCopies(): Promise<void> {
  const { saved, history } = await readCopies();
  const hasOfflinePages = Boolean(navigator.serviceWorker?.controller);
  if (!hasOfflinePages && saved.length + history.length === 0) return;
  const response = await fetch("/takedowns.json").catch(() => null);
  if (!response?.ok) return;
  const { stories, publishers, updated } = (await response.json()) as Takedowns;
  const slugs = new Set(stories);
  const gone = [
    ...saved.filter(({ slug, story }) => slugs.has(slug) || publishers.includes(story.source ?? "")),
    ...history.filter(({ slug, source }) => slugs.has(slug) || publishers.includes(source ?? "")),
  ].map(({ slug }) => slug);
  if (gone.length > 0) await storeChange(({ removeStories }) => removeStories(gone));
  const paths = [...new Set([...stories, ...gone])].map(articlePath);
  if (paths.length > 0) postToWorker({ type: "takenDown", paths });
  for (const { slug, updatedAt } of saved)
    if (Object.hasOwn(updated, slug) && updated[slug] !== updatedAt && !gone.includes(slug)) {
      const { fetchText } = await import("./savedStories.lazy.ts");
      await fetchText(slug);
      // Makes the service worker fetch the story's page again.
      postToWorker({ type: "visited", path: articlePath(slug), pictures: [] });
    }
}

async function readCopies(): Promise<Pick<DeviceData, "saved" | "history">> {
  const nothing = { saved: [], history: [] };
  if (!(await hasDatabase())) return nothing;
  const { readData } = await loadStorage();
  return readData().catch(() => nothing);
}
