import type { Database } from "./schema/schema.ts";

/**
 * Maximum difference, in ms, between a trusted clock and the last recorded instant. Servers record an instant every
 * minute, and may be late while the store is locked.
 */
export const MAX_CLOCK_ERROR_MS = 5 * 60_000;

const ROW = { id: 1 };

/** Returns the last recorded instant of a trusted clock, in ms since 1970; null if none was recorded yet. */
export async function findClockRecord(database: Database): Promise<number | null> {
  const row = await database.selectFrom("clock").select("seen_at").executeTakeFirst();
  return row?.seen_at ? Date.parse(row.seen_at) : null;
}

/** Records an instant of a trusted clock. @param at ms since 1970 */
export async function recordClock(database: Database, at: number): Promise<void> {
  await write(database, { seen_at: new Date(at).toISOString() });
}

/** Writes to the store, to test that it is writable. @param now ISO 8601 */
export async function writeProbe(database: Database, now: string): Promise<void> {
  await write(database, { probed_at: now });
}

async function write(database: Database, values: { seen_at: string } | { probed_at: string }): Promise<void> {
  const insert = database.insertInto("clock").values({ ...ROW, ...values });
  await insert.onConflict((conflict) => conflict.column("id").doUpdateSet(values)).execute();
}

/**
 * Returns true unless this process's clock has jumped: compares the clock with the last instant in the store. The
 * result is right in every thread, process and server, even in the first second after a jump. Call this before work
 * that cannot be undone: deleting or ending something by age, and publishing or sending at a set time.
 *
 * @param now ms since 1970
 */
export async function isClockTrusted(database: Database, now = Date.now()): Promise<boolean> {
  const recorded = await findClockRecord(database);
  // If no server has recorded an instant, for example in tests, the clock cannot be compared and is trusted.
  return recorded === null || Math.abs(now - recorded) <= MAX_CLOCK_ERROR_MS;
}
