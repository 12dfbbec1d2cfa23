import type { Insertable, Selectable } from "kysely";
import type { Database, Tables } from "./schema/schema.ts";

/** Maximum number of rows or keys per statement, since databases limit the number of values. */
const BATCH_SIZE = 500;

/** Splits a list into parts that each fit into one statement. */
export function* toBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}

/** Adds the rows whose keys a table does not have yet. Returns the number of added rows. */
export async function addRows<Name extends keyof Tables>(
  database: Database,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<number> {
  let added = 0;
  for (const batch of toBatches(rows)) {
    // Casts to `never`, since Kysely cannot check the rows if the table is a type parameter. Ignores a conflict with any
    // unique key, since on PostgreSQL a concurrent insert of the same row may conflict with each of them.
    const insert = database.insertInto(table).values(batch as never);
    const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
    added += Number(result.numInsertedOrUpdatedRows ?? 0);
  }
  return added;
}

/** Deletes the rows that have all given values. Returns the number of deleted rows. */
export async function deleteRows<Name extends keyof Tables>(
  database: Database,
  table: Name,
  values: Partial<Selectable<Tables[Name]>>,
): Promise<number> {
  const rows = database.deleteFrom(table as "sessions").where(({ and }) => and(values as never));
  return Number((await rows.executeTakeFirst()).numDeletedRows);
}

/** Inserts a row, or updates the row that has the same key. */
export async function saveRow<Name extends keyof Tables>(
  database: Database,
  table: Name,
  row: Insertable<Tables[Name]>,
  key: readonly (keyof Tables[Name])[],
): Promise<void> {
  const insert = database.insertInto(table).values(row as never);
  await insert.onConflict((conflict) => conflict.columns(key as never).doUpdateSet(row as never)).execute();
}
