/**
 * Counts the changes of what each edition's pages show. A page rendered at an older revision than the current one may
 * be out of date. In memory: a restarted process has an empty cache.
 */
export interface Revisions {
  current(edition: string): number;
  /** Counts a change of one edition. */
  raise(edition: string): void;
  /**
   * Returns for how long, in milliseconds, a page rendered at a revision has been out of date: the time since the next
   * revision, or Infinity if that is longer ago than `MAX_AGE_MS`. Null for the current revision.
   */
  staleMs(edition: string, revision: number): number | null;
}

/** The time of older changes is forgotten: a page that missed one of them is out of date for too long in any case. */
const MAX_AGE_MS = 60_000;

interface Counter {
  current: number;
  /** When the newest revisions began, oldest first; the last is that of `current`. */
  times: number[];
}

/** @param now returns milliseconds on a clock that never goes back */
export function createRevisions(now: () => number = () => performance.now()): Revisions {
  const counters = new Map<string, Counter>();
  const counterOf = (edition: string) => {
    const counter = counters.get(edition) ?? { current: 0, times: [] };
    counters.set(edition, counter);
    return counter;
  };
  return {
    current: (edition) => counterOf(edition).current,
    raise(edition) {
      const counter = counterOf(edition);
      const time = now();
      counter.current++;
      counter.times.push(time);
      const kept = counter.times.findIndex((began) => time - began <= MAX_AGE_MS);
      counter.times.splice(0, kept);
    },
    staleMs(edition, revision) {
      const { current, times } = counterOf(edition);
      if (revision >= current) return null;
      const began = times[times.length - (current - revision)];
      return began === undefined ? Number.POSITIVE_INFINITY : now() - began;
    },
  };
}
