import { mkdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { type PictureFormat, widthsOf } from "../../core/picture.ts";
import type { Edition } from "../editions/load.ts";
import type { Outbound } from "../net/outbound.ts";
import { pictureByKey, wantPicture } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { wantPicturesOf } from "./candidates.ts";
import { openConverter } from "./converter.ts";
import { openDiskBudget } from "./diskBudget.ts";
import { openQueue } from "./downloads.ts";
import { pictureFile } from "./files.ts";
import { openHotFiles } from "./memoryCache.ts";

/** Photographs of stories: fetched once, ahead of readers, and kept in the few sizes that pages use. */
export interface Pictures {
  /**
   * A file of a picture that we keep.
   *
   * @param key the picture's name in our addresses
   * @returns null where there is no such file, and "gone" where there was one and it cannot be had again at once
   */
  get(key: string, width: number, format: PictureFormat): Promise<Uint8Array | "gone" | null>;
  /** There may be new pictures to be fetched. */
  wake(): void;
  /** Has the pictures of every feed's newest stories fetched, in the background: a process that was killed may have stored stories without a look at their pictures. */
  takeFromAll(): void;
  /** Ends what is under way. Closing the outbound client first makes that soon. */
  close(): Promise<void>;
}

interface Parts {
  database: Database;
  outbound: Outbound;
  /** The editions of this moment: whether they print a story's whole text says whether its pictures are fetched. */
  editions: () => readonly Edition[];
  folder: string;
  maxBytes: number;
  log: Logger;
  /** A picture of a feed's story is there from now on, so that pages that show the story are out of date. */
  onKept?: (feedUrl: string) => void;
}

const HOT_BYTES = 32 * 1024 * 1024;
/** How long a reader waits for a picture whose files had to go; then the skyline is shown. */
const PATIENCE_MS = 3000;

export async function openPictures(parts: Parts): Promise<Pictures> {
  const { database, outbound, editions, folder, maxBytes, log } = parts;
  await mkdir(folder, { recursive: true });
  const hot = openHotFiles(HOT_BYTES);
  const converter = openConverter();
  const budget = openDiskBudget(database, folder, maxBytes);
  const queue = openQueue({
    database,
    outbound,
    converter,
    folder,
    log,
    onKept(feedUrl) {
      parts.onKept?.(feedUrl);
      budget.tidy().catch((error) => log.error({ err: error }, "pictures not tidied"));
    },
  });

  async function get(key: string, width: number, format: PictureFormat): Promise<Uint8Array | "gone" | null> {
    const file = pictureFile(folder, key, width, format);
    const found = hot.get(file) ?? (await read(file));
    if (found) {
      budget.used(key);
      return found;
    }
    const known = await pictureByKey(database, key);
    if (!known?.width || !widthsOf(known.width).includes(width)) return null;
    if (known.failures > 0) return "gone";
    await wantPicture(database, key, new Date().toISOString());
    const done = queue.whenDone(key);
    queue.wake();
    await Promise.race([done, wait(PATIENCE_MS)]);
    return (await read(file)) ?? "gone";
  }

  async function read(file: string): Promise<Uint8Array | null> {
    const bytes = await readFile(file).catch(() => null);
    if (bytes) hot.put(file, bytes);
    return bytes;
  }

  async function takeFrom(feedUrl: string): Promise<void> {
    await wantPicturesOf(feedUrl, editions(), database);
    queue.wake();
  }

  function begin(feedUrl: string): void {
    takeFrom(feedUrl).catch((error) => log.error({ feed: feedUrl, err: error }, "pictures of a feed not looked for"));
  }

  return {
    get,
    wake: queue.wake,
    takeFromAll() {
      const feeds = editions().flatMap(({ sections }) => sections.flatMap((section) => section.feeds));
      for (const feedUrl of new Set(feeds.map(({ url }) => url))) begin(feedUrl);
    },
    async close() {
      const closing = queue.close();
      await converter.close();
      await closing;
      await budget.close();
    },
  };
}
