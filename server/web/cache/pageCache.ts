import type { Logger } from "pino";
import { type Finished, finish, type Made, type Sent, send, type Wish } from "./kept.ts";
import { openRenewal } from "./renewal.ts";
import { type Kept, openShelf } from "./shelf.ts";

/**
 * Finished answers, made when what they show changes and not when they are asked for. They are the same for everybody.
 */
export interface PageCache {
  /** Undefined where nothing is kept under the key. */
  take(key: string, wish: Wish): Sent | undefined;
  has(key: string): boolean;
  /**
   * Takes what is kept under the key, or makes it; one making at a time, however many ask.
   *
   * @param make told whether somebody waits for it, or it is made anew behind everybody's back
   * @param keyOf where an answer is kept, once it is known; null keeps it not at all
   */
  takeOrMake(key: string, make: Make, keyOf?: (made: Made) => string | null): Promise<Taken>;
  /**
   * Has the pages that show something made anew.
   *
   * @param shown the tags of what changed
   * @param isUrgent which of them should be served no longer than it takes
   * @param longestMs how long to wait for them
   * @returns when they are, or are no longer kept, or the wait is over
   */
  changed(shown: Iterable<string>, isUrgent: (page: Made) => boolean, longestMs?: number): Promise<void>;
  close(): void;
}

type Make = (isWaitedFor: boolean) => Promise<Made>;

/** An answer, kept or just made. */
interface Taken {
  made: Made | null;
  send(wish: Wish): Sent;
}

/** A page that nobody asked for in so long leaves when it changes. */
const FORGOTTEN_MS = 15 * 60 * 1000;
/** A page that has not changed for so long is worth being compressed well. */
const SETTLED_MS = 3000;

export function openPageCache(bytes: number, log: Logger): PageCache {
  const shelf = openShelf(bytes, (kept) => renewal.forget(kept));
  const making = new Map<string, { taken: Promise<Taken>; changes: Set<string> }>();
  const renewal = openRenewal(renew);
  const settling = setInterval(() => void settle(), 1000).unref();

  async function begin(
    key: string,
    changes: ReadonlySet<string>,
    make: Make,
    keyOf: (made: Made) => string | null,
  ): Promise<Taken> {
    const started = performance.now();
    const made = await make(true);
    const finished = await finish(made, "quick");
    const place = keyOf(made);
    const { status, elsewhereMs } = made;
    log.debug({ page: key, status, ms: Math.round(performance.now() - started), elsewhereMs }, "page made");
    if (place !== null) {
      const now = Date.now();
      const renew = renewing(make);
      const kept: Kept = { key: place, finished, renew, askedAt: now, changedAt: now, isThorough: false };
      shelf.put(kept);
      // What changed while it was made may stand on it as it was before.
      if (!made.tags.isDisjointFrom(changes)) void renewal.want([kept]);
    }
    return { made, send: (wish) => send(finished, wish) };
  }

  /** @returns what it took of another thread's time, in milliseconds */
  async function renew(kept: Kept): Promise<number> {
    if (!shelf.has(kept)) return 0;
    if (Date.now() - kept.askedAt > FORGOTTEN_MS) {
      shelf.drop(kept.key);
      return 0;
    }
    const started = performance.now();
    try {
      const finished = await kept.renew();
      takeUp(kept, finished, started);
      return finished.made.elsewhereMs ?? 0;
    } catch (error) {
      log.error({ page: kept.key, err: error }, "page not made anew: the old one stays");
      return 0;
    }
  }

  function takeUp(kept: Kept, finished: Finished, started: number): void {
    // An address that leads nowhere any more is answered as all of those are.
    if (finished.made.status !== kept.finished.made.status) {
      shelf.drop(kept.key);
      return;
    }
    const isOther = !isSame(finished, kept.finished);
    if (isOther) {
      kept.changedAt = Date.now();
      kept.isThorough = false;
      shelf.replace(kept, finished);
    }
    const { elsewhereMs } = finished.made;
    const ms = Math.round(performance.now() - started);
    log.debug({ page: kept.key, changed: isOther, ms, elsewhereMs }, "page made anew");
  }

  /** Compresses well what is going to stay as it is, one page at a time, the last asked first. */
  async function settle() {
    const now = Date.now();
    const page = [...shelf.all()].findLast((kept) => !kept.isThorough && now - kept.changedAt > SETTLED_MS);
    if (!page) return;
    page.isThorough = true;
    const before = page.finished;
    const better = await finish(before.made, "thorough");
    if (page.finished === before) shelf.replace(page, better);
  }

  return {
    take(key, wish) {
      const kept = shelf.take(key);
      return kept && send(kept.finished, wish);
    },
    has: (key) => shelf.take(key) !== undefined,
    takeOrMake(key, make, keyOf = () => key) {
      const kept = shelf.take(key);
      if (kept) return Promise.resolve({ made: null, send: (wish) => send(kept.finished, wish) });
      const underWay = making.get(key);
      if (underWay) return underWay.taken;
      const changes = new Set<string>();
      const taken = begin(key, changes, make, keyOf).finally(() => making.delete(key));
      making.set(key, { taken, changes });
      return taken;
    },
    async changed(shown, isUrgent, longestMs) {
      const names = new Set(shown);
      for (const { changes } of making.values()) for (const name of names) changes.add(name);
      const pages = new Set([...names].flatMap((name) => [...shelf.showing(name)]));
      await renewal.want(pages, ({ finished }) => isUrgent(finished.made), longestMs);
    },
    close() {
      clearInterval(settling);
      renewal.close();
    },
  };
}

/** Stands apart so that what makes a page anew does not hold on to the page that was made first. */
function renewing(make: Make): Kept["renew"] {
  return async () => finish(await make(false), "quick");
}

/** Whether two makings of a page came to the same: its bytes, its headers, and what it shows. */
function isSame(one: Finished, other: Finished): boolean {
  return (
    one.etag === other.etag &&
    JSON.stringify(one.made.headers) === JSON.stringify(other.made.headers) &&
    one.made.tags.symmetricDifference(other.made.tags).size === 0
  );
}
