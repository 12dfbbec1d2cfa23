export type Revisions = ReturnType<typeof createRevisions>;

/** Older changes are forgotten, since a page that misses one of them is no longer served in any case. */
const MAX_AGE_MS = 60_000;

interface Counter {
  current: number;
  /** When the newest revisions began, oldest first; the last is that of `current`. */
  times: number[];
}

/**
 * Counts the changes to what each edition's pages show. A page rendered at an older revision than the current one may
 * be out of date. Kept in memory, since a restarted process has an empty cache.
 *
 * @param now returns milliseconds on a clock that never goes back
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
     * Returns the time since a page rendered at `revision` became out of date: Infinity if that was more than
     * `MAX_AGE_MS` ago, null for the current revision.
     */
    staleMs(edition: string, revision: number): number | null {
      const { current, times } = getCounter(edition);
      if (revision >= current) return null;
      const began = times[times.length - (current - revision)];
      return began === undefined ? Number.POSITIVE_INFINITY : now() - began;
    },
  };
}
