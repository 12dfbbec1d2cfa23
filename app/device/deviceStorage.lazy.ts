import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
import { DATABASE_NAME, type DeviceData, type Follow, type HistoryEntry, type SavedStory } from "./deviceData.ts";
import { mergeSavedStories } from "./mergeSavedStories.ts";

const MAX_HISTORY = 500;

/** Names and shapes of the database. They must not change, since readers' devices have such databases. */
interface DeviceSchema extends DBSchema {
  saved: { key: string; value: SavedStory; indexes: { savedAt: number } };
  follows: { key: [string, string]; value: Follow };
  history: { key: string; value: HistoryEntry; indexes: { readAt: number } };
}

const STORES = ["saved", "follows", "history"] as const;
type Stores = {
  [Name in (typeof STORES)[number]]: IDBPObjectStore<DeviceSchema, typeof STORES, Name, "readwrite">;
};

let opening: Promise<IDBPDatabase<DeviceSchema>> | undefined;

/** Opens the database, or returns the open one. @throws if the browser stores nothing for this site */
function open(): Promise<IDBPDatabase<DeviceSchema>> {
  opening ??= openDB<DeviceSchema>(DATABASE_NAME, 1, {
    upgrade(database) {
      database.createObjectStore("saved", { keyPath: "slug" }).createIndex("savedAt", "savedAt");
      database.createObjectStore("follows", { keyPath: ["kind", "id"] });
      database.createObjectStore("history", { keyPath: "slug" }).createIndex("readAt", "readAt");
    },
    // A window with a newer build waits for this connection to close before it upgrades the database.
    blocking: () => void opening?.then((database) => database.close()).then(forget),
    terminated: forget,
  });
  opening.catch(forget);
  return opening;

  function forget() {
    opening = undefined;
  }
}

/** Runs `work` in one transaction, so that two windows do not overwrite each other's changes. */
async function write(work: (stores: Stores) => Promise<unknown>): Promise<void> {
  const transaction = (await open()).transaction(STORES, "readwrite");
  // If `work` throws, nothing awaits `done`, so its rejection is ignored here.
  transaction.done.catch(() => {});
  const saved = transaction.objectStore("saved");
  const follows = transaction.objectStore("follows");
  await work({ saved, follows, history: transaction.objectStore("history") });
  // On a device without free space, every write succeeds and only the commit fails.
  await transaction.done;
}

export async function readSummary(): Promise<{ saved: Set<string>; follows: Follow[] }> {
  const database = await open();
  const [saved, follows] = await Promise.all([database.getAllKeys("saved"), database.getAll("follows")]);
  return { saved: new Set(saved), follows };
}

export async function readData(): Promise<DeviceData> {
  const transaction = (await open()).transaction(STORES);
  const [saved, follows, history] = await Promise.all([
    transaction.objectStore("saved").index("savedAt").getAll(),
    transaction.objectStore("follows").getAll(),
    transaction.objectStore("history").index("readAt").getAll(),
  ]);
  return { saved, follows: follows.sort((a, b) => a.followedAt - b.followedAt), history: history.reverse() };
}

/**
 * Saves a story. The date of a newly saved story is later than the dates of all other saved stories. A story that was
 * saved before keeps its date. If `story` has no text, the stored text stays.
 */
export async function putStory(story: Omit<SavedStory, "savedAt">, now: number): Promise<void> {
  await write(async ({ saved }) => {
    const stored = await saved.get(story.slug);
    const lastDate = (await saved.index("savedAt").openKeyCursor(null, "prev"))?.key ?? 0;
    const savedAt = stored?.savedAt ?? Math.max(now, lastDate + 1);
    await saved.put({ ...story, bodyHtml: story.bodyHtml ?? stored?.bodyHtml ?? null, savedAt });
  });
}

/**
 * Stores the text and the deck that were fetched for a saved story, and the title if one was fetched. Does nothing if
 * the story was removed meanwhile.
 */
export async function putText(
  slug: string,
  {
    deck,
    title,
    ...text
  }: Omit<SavedStory, "slug" | "savedAt" | "story"> & Pick<SavedStory["story"], "deck"> & { title?: string },
): Promise<void> {
  await write(async ({ saved }) => {
    const stored = await saved.get(slug);
    if (stored)
      await saved.put({ ...stored, ...text, story: { ...stored.story, deck, title: title ?? stored.story.title } });
  });
}

/** Deletes saved stories that have expired (`expiresAt`). Returns their slugs. @param now milliseconds since 1970 */
export async function removeExpired(now: number): Promise<string[]> {
  const expired = (await (await open()).getAll("saved")).filter((story) => isExpired(story, now));
  if (expired.length > 0)
    await write(async ({ saved }) => {
      for (const { slug } of expired) await saved.delete(slug);
    });
  return expired.map(({ slug }) => slug);
}

function isExpired({ rights }: SavedStory, now: number): boolean {
  return typeof rights?.expiresAt === "string" && Date.parse(rights.expiresAt) <= now;
}

export async function removeStory(slug: string): Promise<void> {
  await (await open()).delete("saved", slug);
}

/** Removes stories from the saved stories and the reading history. */
export async function removeStories(slugs: readonly string[]): Promise<void> {
  await write(async ({ saved, history }) => {
    for (const slug of slugs) {
      await saved.delete(slug);
      await history.delete(slug);
    }
  });
}

export async function setFollowed(follow: Follow, isFollowed: boolean): Promise<void> {
  await write(async ({ follows }) => {
    const key: [string, string] = [follow.kind, follow.id];
    if (!isFollowed) await follows.delete(key);
    else if (!(await follows.get(key))) await follows.put(follow);
  });
}

/** Adds a story to the history, which keeps the newest 500. */
export async function putReadStory(read: HistoryEntry): Promise<void> {
  await write(async ({ history }) => {
    await history.put(read);
    const surplus = (await history.count()) - MAX_HISTORY;
    const oldest = surplus > 0 ? await history.index("readAt").getAllKeys(null, surplus) : [];
    for (const slug of oldest) await history.delete(slug);
  });
}

export async function clearHistory(): Promise<void> {
  await (await open()).clear("history");
}

/** Adds imported data to the stored data and removes nothing. */
export async function mergeImport(imported: DeviceData): Promise<void> {
  await write(async ({ saved, follows, history }) => {
    for (const story of mergeSavedStories(await saved.getAll(), imported.saved)) await saved.put(story);
    for (const follow of imported.follows)
      if (!(await follows.get([follow.kind, follow.id]))) await follows.put(follow);
    for (const read of imported.history)
      if (((await history.get(read.slug))?.readAt ?? 0) < read.readAt) await history.put(read);
  });
}

export async function eraseData(): Promise<void> {
  await write((stores) => Promise.all(STORES.map((name) => stores[name].clear())));
}
