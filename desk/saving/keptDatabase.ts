import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Device, KeptCopy } from "./keptCopies.ts";

/** Maximum age, in ms, of records that no page has claimed. Older records are deleted. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;
/** Time limit, in ms, of a database operation. After a timeout, saving continues without the database. */
const TIMEOUT_MS = 2000;

/** Random id of this page. The open page holds a lock with this id in its name. */
const PAGE = crypto.randomUUID();

interface StoredCopy extends KeptCopy {
  /** Person, edition and story, joined by slashes. */
  story: string;
  /** Id of the page that has the record in use. */
  page: string;
}

interface KeptDatabase extends DBSchema {
  copies: { key: string; value: StoredCopy; indexes: { story: string; at: number } };
}

let opening: Promise<IDBPDatabase<KeptDatabase>> | null = null;
let holding: Promise<void> | null = null;

/** Returns the storage in which this page keeps copies of a story until the server confirms them. */
export function getDevice(story: string): Device {
  return {
    async put(copy) {
      const database = await inTime(openDatabase());
      await inTime(database.put("copies", { ...copy, story, page: PAGE }));
    },
    async remove(id) {
      const database = await inTime(openDatabase());
      await inTime(database.delete("copies", id));
    },
  };
}

/**
 * Claims the unconfirmed copies of a story that closed pages have left, newest first. If several pages claim at once,
 * each copy goes to only one page. Resolves to an empty list if the device fails.
 */
export async function claimKeptCopies(story: string): Promise<KeptCopy[]> {
  try {
    return await inTime(navigator.locks.request("desk claims", () => claim(story)));
  } catch {
    return [];
  }
}

/** Lists the stories of which a person has unconfirmed copies on this device. Lists none if the device fails. */
export async function listKeptStories(person: string | number): Promise<string[]> {
  try {
    const database = await inTime(openDatabase());
    const range = IDBKeyRange.bound(`${person}/`, `${person}/\uffff`);
    const copies = await inTime(database.getAllFromIndex("copies", "story", range));
    return [...new Set(copies.map(({ story }) => story))];
  } catch {
    return [];
  }
}

async function claim(story: string): Promise<KeptCopy[]> {
  holding ??= holdPage();
  await holding;
  const database = await openDatabase();
  const { held = [] } = await navigator.locks.query();
  const pages = new Set(held.map(({ name }) => name));
  const transaction = database.transaction("copies", "readwrite");
  for (const id of await transaction.store.index("at").getAllKeys(IDBKeyRange.upperBound(Date.now() - MAX_AGE_MS)))
    await transaction.store.delete(id);
  const copies = await transaction.store.index("story").getAll(story);
  const left = copies.filter(({ page }) => !pages.has(toLockName(page)));
  for (const copy of left) await transaction.store.put({ ...copy, page: PAGE });
  await transaction.done;
  return left.sort((one, other) => other.at - one.at);
}

/** Takes the lock of this page, which the browser releases when the page closes. */
function holdPage(): Promise<void> {
  return new Promise((resolve) => {
    void navigator.locks.request(toLockName(PAGE), () => {
      resolve();
      return new Promise(() => {});
    });
  });
}

function toLockName(page: string): string {
  return `desk page ${page}`;
}

function openDatabase(): Promise<IDBPDatabase<KeptDatabase>> {
  opening ??= openDB<KeptDatabase>("desk", 1, {
    upgrade(database) {
      const copies = database.createObjectStore("copies", { keyPath: "id" });
      copies.createIndex("story", "story");
      copies.createIndex("at", "at");
    },
    terminated: forgetDatabase,
  });
  opening.catch(forgetDatabase);
  return opening;
}

/** Makes the next operation open the database again. */
function forgetDatabase(): void {
  opening = null;
}

function inTime<Value>(work: Promise<Value>): Promise<Value> {
  return Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS, new Error("timeout")))]);
}
