import { setTimeout as sleep } from "node:timers/promises";
import type { Kept } from "./shelf.ts";

/** Makes pages anew one after the other, behind the back of readers, who get the old ones until then. */
export interface Renewal {
  /**
   * Has pages made anew.
   *
   * @param isUrgent which of them without pausing for readers
   * @param longestMs how long to wait for them
   * @returns when all of them have been, by makings that began after this call, or are no longer kept, or the wait is over
   */
  want(pages: Iterable<Kept>, isUrgent?: (page: Kept) => boolean, longestMs?: number): Promise<void>;
  /** Lets go of a page that is no longer kept. */
  forget(page: Kept): void;
  close(): void;
}

interface Want {
  isUrgent: boolean;
  waiting: Set<Waiter>;
}

/** Somebody who waits for several pages. */
interface Waiter {
  left: number;
  end(): void;
}

/** What part of a thread's time may go into making pages that nobody waits for, and how much of it may be saved up. */
const SHARE = 0.25;
const MOST_SAVED_MS = 300;
const LONGEST_PAUSE_MS = 500;

/** @param make makes a page anew, never fails, and says what that took of another thread's time, in milliseconds */
export function openRenewal(make: (kept: Kept) => Promise<number>): Renewal {
  const wanted = new Map<Kept, Want>();
  let saved = MOST_SAVED_MS;
  let isRunning = false;
  let isClosed = false;

  async function run() {
    isRunning = true;
    let last = performance.now();
    for (let next = first(); next && !isClosed; next = first()) {
      const [kept, want] = next;
      // Taken out before it is made: what changes meanwhile has it made once more.
      wanted.delete(kept);
      saved = Math.min(MOST_SAVED_MS, saved + (performance.now() - last) * SHARE);
      const before = process.threadCpuUsage();
      const elsewhereMs = await make(kept);
      const { user, system } = process.threadCpuUsage(before);
      saved -= (user + system) / 1000 + elsewhereMs;
      last = performance.now();
      tell(want);
      // A turn for readers between two pages, and a pause where pages have taken more than their share.
      await sleep(saved < 0 && !want.isUrgent ? Math.min(LONGEST_PAUSE_MS, -saved / SHARE) : 0);
    }
    isRunning = false;
  }

  /** What is urgent first, then what was asked for last. */
  function first() {
    let best: [Kept, Want] | undefined;
    for (const entry of wanted) if (!best || rank(entry) > rank(best)) best = entry;
    return best;
  }

  function forget(page: Kept) {
    const want = wanted.get(page);
    wanted.delete(page);
    if (want) tell(want);
  }

  return {
    async want(pages, isUrgent = () => false, longestMs = 0) {
      if (isClosed) return;
      const wants = Array.from(pages, (page) => {
        const want = wanted.get(page) ?? { isUrgent: false, waiting: new Set() };
        want.isUrgent ||= isUrgent(page);
        wanted.set(page, want);
        return want;
      });
      if (!isRunning) void run();
      if (longestMs > 0 && wants.length > 0) await allOf(wants, longestMs);
    },
    forget,
    close() {
      isClosed = true;
      for (const page of wanted.keys()) forget(page);
    },
  };
}

/** Where more changes than can be made anew, pages are wanted for ever: whoever waits for them leaves nothing behind. */
function allOf(wants: readonly Want[], longestMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiter = { left: wants.length, end };
  const timer = setTimeout(end, longestMs);
  function end() {
    clearTimeout(timer);
    for (const { waiting } of wants) waiting.delete(waiter);
    resolve();
  }
  for (const { waiting } of wants) waiting.add(waiter);
  return promise;
}

function tell({ waiting }: Want): void {
  for (const waiter of waiting) if (--waiter.left === 0) waiter.end();
}

function rank([kept, { isUrgent }]: [Kept, Want]): number {
  return kept.askedAt + (isUrgent ? Number.MAX_SAFE_INTEGER / 2 : 0);
}
