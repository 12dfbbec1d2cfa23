import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { ITEMS_KEPT } from "../../core/article.ts";
import { type PictureFormat, widthsOf } from "../../core/picture.ts";
import type { Edition } from "../editions/load.ts";
import type { Outbound } from "../http/outbound.ts";
import { newestArticles } from "../store/headlines.ts";
import type { Database } from "../store/open.ts";
import { addPictures, type NamedPicture, pictureByKey, wantPicture } from "../store/pictures.ts";
import { pictureUrlsIn } from "./bodyPictures.ts";
import { openConverter } from "./converter.ts";
import { openDiskBudget } from "./diskBudget.ts";
import { pictureFile } from "./files.ts";
import { openHotFiles } from "./hotFiles.ts";
import { openQueue } from "./queue.ts";

/** Photographs of stories: fetched once, ahead of readers, and kept in the few sizes that pages use. */
export interface Pictures {
  /**
   * A file of a picture that we keep.
   *
   * @param key the picture's name in our addresses
   * @returns null where there is no such file, and "gone" where there was one and it cannot be had again at once
   */
  get(key: string, width: number, format: PictureFormat): Promise<Uint8Array | "gone" | null>;
  /** Has the pictures of a feed's newest stories fetched, in the background. */
  takeFrom(feedUrl: string): void;
  /** The same for every feed: a process that was killed may have stored stories without a look at their pictures. */
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

/** More pictures than a story has; whoever writes more of them into one means us no good. */
const IN_A_TEXT = 40;
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
    const feeds = editions().flatMap(({ sections }) => sections.flatMap((section) => section.feeds));
    const isPrinted = feeds.some(({ url, fullText }) => url === feedUrl && fullText);
    const articles = await newestArticles(database, [feedUrl], ITEMS_KEPT);
    const named = articles.flatMap(({ image, contentHtml, descriptionHtml }, place): NamedPicture[] => [
      ...(image ? [{ url: image.url, rank: place, feedUrl }] : []),
      // What stands in the texts comes after what stands on pages that list stories.
      ...(isPrinted ? pictureUrlsIn(contentHtml || descriptionHtml) : [])
        .slice(0, IN_A_TEXT)
        .map((url) => ({ url, rank: ITEMS_KEPT + place, feedUrl })),
    ]);
    await addPictures(database, named, new Date().toISOString(), () => randomBytes(12).toString("base64url"));
    queue.wake();
  }

  function begin(feedUrl: string): void {
    takeFrom(feedUrl).catch((error) => log.error({ feed: feedUrl, err: error }, "pictures of a feed not looked for"));
  }

  return {
    get,
    takeFrom: begin,
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
