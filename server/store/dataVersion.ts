import { sql } from "kysely";
import type { Database } from "./schema.ts";

/**
 * Returns a value that changes with every write to the database, by this connection, another thread or another process.
 * SQLite counts both kinds of writes; the query takes about 10 µs.
 */
export async function getDataVersion(database: Database): Promise<string> {
  const { rows } = await sql<{ external: number; own: number }>`
    select data_version as external, total_changes() as own from pragma_data_version`.execute(database);
  return `${rows[0]?.external} ${rows[0]?.own}`;
}
