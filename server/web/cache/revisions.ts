export type Revisions = ReturnType<typeof createRevisions>;

/** Changes older than this, in ms, are forgotten. The page cache serves no page that has been outdated for so long. */
const MAX_AGE_MS = 60_000;

interface Counter {
  current: number;
  /** Start times of the newest revisions, oldest first. The newest time belongs to `current`. */
  times: number[];
}

/**
 * Creates a counter of changes for each edition. The counter's value is the edition's revision. A page rendered at an
 * older revision may be out of date. The counters are only in memory, since the page cache is empty after a restart.
 *
 * @param now returns milliseconds of a monotonic clock
 */
export function createRevisions(now: () => number = () => performance.now()) {
  const counters = new Map<string, Counter>();
  const getCounter = (edition: string) => counters.getOrInsertComputed(edition, () => ({ current: 0, times: [] }));
  return {
    current: (edition: string): number => getCounter(edition).current,
    raise(edition: string): void {
      const counter = getCounter(edition);
      const time = now();
      counter.current++;
      counter.times.push(time);
      const firstRecent = counter.times.findIndex((began) => time - began <= MAX_AGE_MS);
      counter.times.splice(0, firstRecent);
    },
    /**
     * Returns the time, in ms, for which a page rendered at `revision` has been out of date; null if `revision` is the
     * current one. Returns Infinity for a revision that ended so long ago that its end was forgotten.
     */
    staleMs(edition: string, revision: number): number | null {
      const { current, times } = getCounter(edition);
      if (revision >= current) return null;
      const began = times[times.length - (current - revision)];
      return began === undefined ? Number.POSITIVE_INFINITY : now() - began;
    },
  };
}
