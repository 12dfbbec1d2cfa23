import type { Database } from "../schema/schema.ts";

/** Stores a backoff of a host until an instant (ISO 8601). Keeps a later end that is already stored. */
export async function backOffHost(database: Database, host: string, until: string): Promise<void> {
  await database
    .insertInto("host_backoffs")
    .values({ host, retry_at: until })
    .onConflict((conflict) =>
      conflict.column("host").doUpdateSet({ retry_at: until }).where("host_backoffs.retry_at", "<", until),
    )
    .execute();
}

/** Returns the hosts with a backoff at an instant, each with the end of the backoff; all instants are ISO 8601. */
export async function listHostBackoffs(database: Database, now: string): Promise<Map<string, string>> {
  const rows = await database.selectFrom("host_backoffs").selectAll().where("retry_at", ">", now).execute();
  return new Map(rows.map(({ host, retry_at }) => [host, retry_at]));
}
