import { setTimeout as sleep } from "node:timers/promises";
import type { Kept } from "./shelf.ts";

/** Makes pages anew one after the other, behind the back of readers, who get the old ones until then. */
export interface Renewal {
  /**
   * Has a page made anew.
   *
   * @param isUrgent whether without pausing for readers
   * @returns when it has been, by a making that began after this call
   */
  want(page: Kept, isUrgent?: boolean): Promise<void>;
  close(): void;
}

/** What part of a thread's time may go into making pages that nobody waits for, and how much of it may be saved up. */
const SHARE = 0.25;
const MOST_SAVED_MS = 300;
const LONGEST_PAUSE_MS = 500;

/** @param make makes a page anew, never fails, and says what that took of another thread's time, in milliseconds */
export function openRenewal(make: (kept: Kept) => Promise<number>): Renewal {
  const wanted = new Map<Kept, { isUrgent: boolean; done: PromiseWithResolvers<void> }>();
  let saved = MOST_SAVED_MS;
  let isRunning = false;
  let isClosed = false;

  async function run() {
    isRunning = true;
    let last = performance.now();
    for (let next = first(); next && !isClosed; next = first()) {
      const [kept, { isUrgent, done }] = next;
      // Taken out before it is made: what changes meanwhile has it made once more.
      wanted.delete(kept);
      saved = Math.min(MOST_SAVED_MS, saved + (performance.now() - last) * SHARE);
      const before = process.threadCpuUsage();
      const elsewhereMs = await make(kept);
      const { user, system } = process.threadCpuUsage(before);
      saved -= (user + system) / 1000 + elsewhereMs;
      last = performance.now();
      done.resolve();
      // A turn for readers between two pages, and a pause where pages have taken more than their share.
      await sleep(saved < 0 && !isUrgent ? Math.min(LONGEST_PAUSE_MS, -saved / SHARE) : 0);
    }
    isRunning = false;
  }

  /** What is urgent first, then what was asked for last. */
  function first() {
    let best: [Kept, { isUrgent: boolean; done: PromiseWithResolvers<void> }] | undefined;
    for (const entry of wanted) if (!best || rank(entry) > rank(best)) best = entry;
    return best;
  }

  return {
    want(kept, isUrgent = false) {
      if (isClosed) return Promise.resolve();
      const known = wanted.get(kept) ?? { isUrgent, done: Promise.withResolvers<void>() };
      known.isUrgent ||= isUrgent;
      wanted.set(kept, known);
      if (!isRunning) void run();
      return known.done.promise;
    },
    close() {
      isClosed = true;
      for (const { done } of wanted.values()) done.resolve();
      wanted.clear();
    },
  };
}

function rank([kept, { isUrgent }]: [Kept, { isUrgent: boolean }]): number {
  return kept.askedAt + (isUrgent ? Number.MAX_SAFE_INTEGER / 2 : 0);
}
