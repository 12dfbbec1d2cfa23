import { setTimeout as sleep } from "node:timers/promises";
import type { Kept } from "./shelf.ts";

/** Makes pages anew one after the other, behind the back of readers, who get the old ones until then. */
export interface Renewal {
  /**
   * Has pages made anew.
   *
   * @param isUrgent whether they are made without pausing for readers
   * @returns when all of them have been, by a making that began after this call
   */
  want(pages: Iterable<Kept>, isUrgent?: boolean): Promise<void>;
  close(): void;
}

/** What part of the time may go into making pages that nobody waits for, and how much of it may be saved up. */
const SHARE = 0.25;
const MOST_SAVED_MS = 300;

/** @param make makes a page anew, and never fails */
export function openRenewal(make: (kept: Kept) => Promise<void>): Renewal {
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
      const start = performance.now();
      saved = Math.min(MOST_SAVED_MS, saved + (start - last) * SHARE);
      await make(kept);
      last = performance.now();
      saved -= last - start;
      done.resolve();
      // A turn for readers between two pages, and a pause where pages have taken more than their share.
      await sleep(saved < 0 && !isUrgent ? Math.min(1000, -saved / SHARE) : 0);
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
    async want(pages, isUrgent = false) {
      if (isClosed) return;
      const all = Array.from(pages, (kept) => {
        const known = wanted.get(kept) ?? { isUrgent, done: Promise.withResolvers<void>() };
        known.isUrgent ||= isUrgent;
        wanted.set(kept, known);
        return known.done.promise;
      });
      if (all.length > 0 && !isRunning) void run();
      await Promise.all(all);
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
