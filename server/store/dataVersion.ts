import { sql } from "kysely";
import type { Database } from "./schema.ts";

/**
 * A name for what the store holds at the moment, which is another one after whatever was written, by this connection, by
 * another thread's or by another program: SQLite counts both. To ask takes less than a tenth of a millisecond.
 */
export async function storeVersion(database: Database): Promise<string> {
  const { rows } = await VERSION.execute(database);
  return `${rows[0]?.theirs} ${rows[0]?.ours}`;
}

const VERSION = sql<{ theirs: number; ours: number }>`
  select data_version as theirs, total_changes() as ours from pragma_data_version`;
