const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Autosaves of the last hour are all kept. Older ones up to the age `untilMs` are thinned out to one per `stepMs`. */
const SPANS = [
  { untilMs: DAY_MS, stepMs: 10 * MINUTE_MS },
  { untilMs: Number.POSITIVE_INFINITY, stepMs: DAY_MS },
];

interface Autosave {
  revision: number;
  /** Time of the save, ISO 8601. */
  saved_at: string;
  name: string | null;
}

/**
 * Returns the autosaves that a story's history no longer needs, as revision numbers. Keeps the last autosave of each
 * interval (`SPANS`), and all named autosaves.
 *
 * @param autosaves newest first
 * @param kept revisions that are always kept, such as the current revision
 * @param nowMs ms since 1970
 */
export function listDispensable(autosaves: readonly Autosave[], kept: ReadonlySet<number>, nowMs: number): number[] {
  const steps = new Set<string>();
  return autosaves.flatMap(({ revision, saved_at, name }) => {
    const savedMs = Date.parse(saved_at);
    const ageMs = nowMs - savedMs;
    if (name !== null || kept.has(revision) || ageMs < HOUR_MS) return [];
    const stepMs = SPANS.find(({ untilMs }) => ageMs < untilMs)?.stepMs ?? DAY_MS;
    const step = `${stepMs} ${Math.floor(savedMs / stepMs)}`;
    if (steps.has(step)) return [revision];
    steps.add(step);
    return [];
  });
}

/**
 * Returns the time of the next thinning of a story's autosaves (ISO 8601); null if all remaining autosaves will stay.
 *
 * @param autosaves newest first
 * @param nowMs ms since 1970
 */
export function getNextThinning(autosaves: readonly Pick<Autosave, "saved_at">[], nowMs: number): string | null {
  const [newest] = autosaves;
  const ageMs = newest ? nowMs - Date.parse(newest.saved_at) : DAY_MS * 2;
  if (ageMs >= DAY_MS) return null;
  return new Date(nowMs + (ageMs < HOUR_MS ? HOUR_MS : DAY_MS)).toISOString();
}
