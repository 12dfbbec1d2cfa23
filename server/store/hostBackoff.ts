import type { Database } from "./schema.ts";

/** Leaves a host alone until an instant (ISO 8601). */
export async function holdHost(database: Database, host: string, until: string): Promise<void> {
  await database
    .insertInto("hosts")
    .values({ host, held_until: until })
    .onConflict((conflict) =>
      conflict.column("host").doUpdateSet({ held_until: until }).where("hosts.held_until", "<", until),
    )
    .execute();
}

/** The hosts that are to be left alone now, with the instant until which. */
export async function heldHosts(database: Database, now: string): Promise<Map<string, string>> {
  const rows = await database.selectFrom("hosts").selectAll().where("held_until", ">", now).execute();
  return new Map(rows.map(({ host, held_until }) => [host, held_until]));
}
