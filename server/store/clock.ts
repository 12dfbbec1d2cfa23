import type { Database } from "./schema/schema.ts";

/**
 * Largest difference, in ms, between a clock and the recorded instant for the clock to be trusted. Servers record every
 * minute, and may be late while the store is locked.
 */
export const MAX_CLOCK_ERROR_MS = 5 * 60_000;

const ROW = { id: 1 };

/** Returns the last instant, in ms since 1970, of a clock that a server trusted; null before the first. */
export async function findClockRecord(database: Database): Promise<number | null> {
  const row = await database.selectFrom("clock").select("seen_at").executeTakeFirst();
  return row?.seen_at ? Date.parse(row.seen_at) : null;
}

/** Records an instant of a trusted clock. @param at ms since 1970 */
export async function recordClock(database: Database, at: number): Promise<void> {
  await write(database, { seen_at: new Date(at).toISOString() });
}

/** Makes a test write, which shows that the store is writable. @param now ISO 8601 */
export async function writeProbe(database: Database, now: string): Promise<void> {
  await write(database, { probed_at: now });
}

async function write(database: Database, values: { seen_at: string } | { probed_at: string }): Promise<void> {
  const insert = database.insertInto("clock").values({ ...ROW, ...values });
  await insert.onConflict((conflict) => conflict.column("id").doUpdateSet(values)).execute();
}

/**
 * Returns true unless the clock has jumped. All work checks this before it does anything that cannot be undone:
 * deleting by age, ending by time, publishing and sending at a time. It compares this process's clock with the store's
 * record, so that it works for every thread, process and server, and even in the first second after a jump.
 *
 * @param now ms since 1970
 */
export async function isClockTrusted(database: Database, now = Date.now()): Promise<boolean> {
  const recorded = await findClockRecord(database);
  // If no server has recorded an instant, as in commands and tests, there is nothing to compare with.
  return recorded === null || Math.abs(now - recorded) <= MAX_CLOCK_ERROR_MS;
}
