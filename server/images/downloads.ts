import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Outbound } from "../net/outbound.ts";
import { type DuePicture, duePictures, keepPicture, refusePicture } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import type { Converter } from "./converter.ts";
import { formatOf } from "./format.ts";

/** Fetches pictures in the background, a few at a time, for as long as it is open. The store says which are due. */
export interface Queue {
  /** There may be pictures that are due. */
  wake(): void;
  /** Waits until a picture is no longer under way or due. */
  whenDone(key: string): Promise<void>;
  /** Begins nothing more, and returns when nothing is under way. */
  close(): Promise<void>;
}

interface Parts {
  database: Database;
  outbound: Outbound;
  converter: Converter;
  folder: string;
  log: Logger;
  onKept(feedUrl: string): void;
}

const AT_ONCE = 4;
/** One slow host leaves room for the others. */
const AT_ONCE_PER_HOST = 2;
/** How often pictures that could not be had are looked for. */
const RETRY_LOOK_MS = 15_000;
/** Minutes until a picture is tried again after its first failure, its second, and so on; then it is left. */
const RETRIES = [1, 5, 30, 120, 360, 720, 1440, 1440, 1440] as const;

export function openQueue({ database, outbound, converter, folder, log, onKept }: Parts): Queue {
  const underWay = new Map<string, { host: string; work: Promise<void> }>();
  const waiting = new Map<string, Set<() => void>>();
  const timer = setInterval(wake, RETRY_LOOK_MS).unref();
  let isClosed = false;
  let looking: Promise<void> | null = null;
  let isStale = false;

  function wake(): void {
    isStale = true;
    looking ??= look().finally(() => {
      looking = null;
    });
  }

  async function look(): Promise<void> {
    while (isStale && !isClosed && underWay.size < AT_ONCE) {
      isStale = false;
      try {
        // The first due may all be under way, or of hosts that are busy.
        const due = await duePictures(database, new Date().toISOString(), 16 * AT_ONCE);
        for (const picture of due) if (!isClosed && hasRoomFor(picture)) begin(picture);
      } catch (error) {
        if (!isClosed) log.error({ err: error }, "pictures not looked for: the store did not answer");
      }
    }
  }

  function hasRoomFor({ key, url }: DuePicture): boolean {
    const sameHost = [...underWay.values()].filter(({ host }) => host === hostOf(url));
    return !underWay.has(key) && underWay.size < AT_ONCE && sameHost.length < AT_ONCE_PER_HOST;
  }

  function begin(picture: DuePicture): void {
    const work = take(picture)
      .catch((error) => log.error({ picture: picture.url, err: error }, "picture lost: the store did not take it"))
      .finally(() => {
        underWay.delete(picture.key);
        for (const goOn of waiting.get(picture.key) ?? []) goOn();
        waiting.delete(picture.key);
        if (!isClosed) wake();
      });
    underWay.set(picture.key, { host: hostOf(picture.url), work });
  }

  async function take(picture: DuePicture): Promise<void> {
    const { key, url, feedUrl } = picture;
    const started = performance.now();
    try {
      const { width, height, bytes } = await keep(picture);
      await keepPicture(database, key, { width, height, bytes, now: new Date().toISOString() });
      log.info({ picture: url, width, height, bytes, ms: Math.round(performance.now() - started) }, "picture kept");
      onKept(feedUrl);
    } catch (error) {
      if (isClosed) return;
      const reason = (error as Error).message;
      const minutes = RETRIES[picture.failures];
      const nextTryAt = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000).toISOString();
      await refusePicture(database, key, { reason, failures: picture.failures + 1, nextTryAt });
      log.warn({ picture: url, reason, next: nextTryAt }, "picture refused: the skyline stays");
    }
  }

  /** The original lies on the disk for as long as it is converted, so that no large message goes from process to process. */
  async function keep({ url, key }: DuePicture) {
    const { status, body } = await outbound.get(url, { accept: "image/avif,image/webp,image/*;q=0.8" });
    if (status !== 200) throw new Error(`Answered with status ${status}.`);
    if (!formatOf(body)) throw new Error("This is no photograph, whatever it is called.");
    const original = join(folder, `${key}.original`);
    try {
      await writeFile(original, body);
      return await converter.convert({ original, folder, key });
    } finally {
      await rm(original, { force: true });
    }
  }

  return {
    wake,
    whenDone: (key) =>
      new Promise((resolve) => {
        const those = waiting.get(key) ?? new Set();
        waiting.set(key, those.add(resolve));
      }),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await looking;
      await Promise.all([...underWay.values()].map(({ work }) => work));
    },
  };
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}
