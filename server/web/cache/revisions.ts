export type Revisions = ReturnType<typeof createRevisions>;

/** Age at which changes are forgotten, since a page that has been out of date for longer is not served anyway. */
const MAX_AGE_MS = 60_000;

interface Counter {
  current: number;
  /** Times at which the newest revisions began, oldest first. The last one belongs to `current`. */
  times: number[];
}

/**
 * Creates counters of the changes to each edition's pages. A page rendered at a revision older than the current one may
 * be out of date. Counters are in memory, since the cache of a restarted process is empty.
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
     * Returns the time, in ms, since a page rendered at `revision` became out of date: Infinity if the change was
     * forgotten; null for the current revision.
     */
    staleMs(edition: string, revision: number): number | null {
      const { current, times } = getCounter(edition);
      if (revision >= current) return null;
      const began = times[times.length - (current - revision)];
      return began === undefined ? Number.POSITIVE_INFINITY : now() - began;
    },
  };
}
