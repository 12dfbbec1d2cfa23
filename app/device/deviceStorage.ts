import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Follow, Marks, ReadStory, SavedStory, Shelf } from "./types.ts";

/**
 * What the reader keeps, in the browser's own database. Each change reads and writes in one transaction, so that two
 * windows at once lose nothing of each other's.
 */

/** So many stories that were opened are remembered. */
const HISTORY_KEPT = 500;

interface DeviceSchema extends DBSchema {
  saved: { key: string; value: SavedStory; indexes: { savedAt: number } };
  follows: { key: [string, string]; value: Follow };
  history: { key: string; value: ReadStory; indexes: { readAt: number } };
}

let opening: Promise<IDBPDatabase<DeviceSchema>> | undefined;

/** @throws where the browser keeps nothing for this site */
function open(): Promise<IDBPDatabase<DeviceSchema>> {
  opening ??= openDB<DeviceSchema>("my", 1, {
    upgrade(database) {
      database.createObjectStore("saved", { keyPath: "slug" }).createIndex("savedAt", "savedAt");
      database.createObjectStore("follows", { keyPath: ["kind", "id"] });
      database.createObjectStore("history", { keyPath: "slug" }).createIndex("readAt", "readAt");
    },
    // A window with newer software waits for this one.
    blocking: () => void opening?.then((database) => database.close()).then(forget),
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

function forget() {
  opening = undefined;
}

/** Begins a transaction that writes. It may fail at its end alone, where the device has no room left: who writes waits for `done`. */
async function write<Name extends "saved" | "follows" | "history">(name: Name) {
  const transaction = (await open()).transaction(name, "readwrite");
  // Where a request in it fails, so does this, and nobody waits for it any more.
  transaction.done.catch(() => {});
  return transaction;
}

export async function readMarks(): Promise<Marks> {
  const database = await open();
  const [saved, follows] = await Promise.all([database.getAllKeys("saved"), database.getAll("follows")]);
  return { saved: new Set(saved), follows };
}

export async function readShelf(): Promise<Shelf> {
  const transaction = (await open()).transaction(["saved", "follows", "history"]);
  const [saved, follows, history] = await Promise.all([
    transaction.objectStore("saved").index("savedAt").getAll(),
    transaction.objectStore("follows").getAll(),
    transaction.objectStore("history").index("readAt").getAll(),
  ]);
  return { saved, follows: follows.sort((a, b) => a.followedAt - b.followedAt), history: history.reverse() };
}

/** Saves a story after all others; one that is saved keeps its place, and gets its text where it had none. */
export async function putStory(story: Omit<SavedStory, "savedAt">, now: number): Promise<void> {
  const { store, done } = await write("saved");
  const there = await store.get(story.slug);
  const last = (await store.index("savedAt").openKeyCursor(null, "prev"))?.key ?? 0;
  const savedAt = there?.savedAt ?? Math.max(now, last + 1);
  await store.put({ ...story, bodyHtml: story.bodyHtml ?? there?.bodyHtml ?? null, savedAt });
  await done;
}

/** Gives a story its text, where it is still saved by then. */
export async function putText(slug: string, text: Pick<SavedStory, "bodyHtml" | "original">): Promise<void> {
  const { store, done } = await write("saved");
  const there = await store.get(slug);
  if (there) await store.put({ ...there, ...text });
  await done;
}

export async function removeStory(slug: string): Promise<void> {
  await (await open()).delete("saved", slug);
}

export async function setFollowed(follow: Follow, isFollowed: boolean): Promise<void> {
  const { store, done } = await write("follows");
  const key: [string, string] = [follow.kind, follow.id];
  if (!isFollowed) await store.delete(key);
  else if (!(await store.get(key))) await store.put(follow);
  await done;
}

export async function putRead(read: ReadStory): Promise<void> {
  const { store, done } = await write("history");
  await store.put(read);
  const surplus = (await store.count()) - HISTORY_KEPT;
  const oldest = surplus > 0 ? await store.index("readAt").getAllKeys(null, surplus) : [];
  for (const slug of oldest) await store.delete(slug);
  await done;
}

export async function clearHistory(): Promise<void> {
  await (await open()).clear("history");
}

/** Adds a shelf to this one. Nothing is lost: what both have is kept once, with its text, and as early as it was saved. */
export async function merge(shelf: Shelf): Promise<void> {
  const transaction = (await open()).transaction(["saved", "follows", "history"], "readwrite");
  transaction.done.catch(() => {});
  const [saved, follows, history] = [
    transaction.objectStore("saved"),
    transaction.objectStore("follows"),
    transaction.objectStore("history"),
  ];
  const taken = new Set((await saved.getAll()).map(({ savedAt }) => savedAt));
  for (const story of shelf.saved) {
    const there = await saved.get(story.slug);
    let savedAt = Math.min(story.savedAt, there?.savedAt ?? Number.POSITIVE_INFINITY);
    if (savedAt !== there?.savedAt) while (taken.has(savedAt)) savedAt++;
    taken.add(savedAt);
    await saved.put({ ...story, ...there, bodyHtml: there?.bodyHtml || story.bodyHtml, savedAt });
  }
  for (const follow of shelf.follows) if (!(await follows.get([follow.kind, follow.id]))) await follows.put(follow);
  for (const read of shelf.history)
    if (((await history.get(read.slug))?.readAt ?? 0) < read.readAt) await history.put(read);
  await transaction.done;
}

export async function eraseShelf(): Promise<void> {
  const transaction = (await open()).transaction(["saved", "follows", "history"], "readwrite");
  await Promise.all([
    ...(["saved", "follows", "history"] as const).map((name) => transaction.objectStore(name).clear()),
    transaction.done,
  ]);
}
