import type { Database } from "./schema.ts";

/** A feed of an edition, by its address from its first slash. */
export interface Topic {
  edition: string;
  path: string;
}

/**
 * Makes feeds of an edition due to be told of. One that is due already stays so: however often it changes, it is one ping.
 *
 * @param restMs how long after its last ping a feed is left alone
 * @param now milliseconds since 1970
 */
export async function addPings(
  database: Database,
  edition: string,
  paths: readonly string[],
  restMs: number,
  now: number,
): Promise<void> {
  const rows = await database.selectFrom("pings").selectAll().where("edition", "=", edition).execute();
  const known = new Map(rows.map((row) => [row.path, row]));
  for (const path of paths) {
    const { due_at, pinged_at } = known.get(path) ?? {};
    if (due_at) continue;
    const rested = pinged_at ? Date.parse(pinged_at) + restMs : now;
    const due = new Date(Math.max(now, rested)).toISOString();
    await database
      .insertInto("pings")
      .values({ edition, path, due_at: due, pinged_at: null, failures: 0 })
      .onConflict((conflict) => conflict.columns(["edition", "path"]).doUpdateSet({ due_at: due }))
      .execute();
  }
}

/** Feeds whose time has come, the longest waiting first, with how often their hub was told in vain. */
export async function duePings(
  database: Database,
  now: string,
  limit: number,
): Promise<(Topic & { failures: number })[]> {
  const rows = await database
    .selectFrom("pings")
    .selectAll()
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(limit)
    .execute();
  return rows.map(({ edition, path, failures }) => ({ edition, path, failures }));
}

/** A hub was told. */
export async function savePinged(database: Database, { edition, path }: Topic, now: string): Promise<void> {
  await database
    .updateTable("pings")
    .set({ due_at: null, pinged_at: now, failures: 0 })
    .where("edition", "=", edition)
    .where("path", "=", path)
    .execute();
}

/** A hub could not be told, and is told again later. */
export async function saveNotPinged(database: Database, { edition, path }: Topic, dueAt: string): Promise<void> {
  await database
    .updateTable("pings")
    .set(({ eb }) => ({ due_at: dueAt, failures: eb("failures", "+", 1) }))
    .where("edition", "=", edition)
    .where("path", "=", path)
    .execute();
}

/** Forgets a feed that no hub is told of any more. */
export async function forgetPing(database: Database, { edition, path }: Topic): Promise<void> {
  await database.deleteFrom("pings").where("edition", "=", edition).where("path", "=", path).execute();
}
