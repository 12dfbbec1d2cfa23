import { type Kysely, sql } from "kysely";
import type { Tables } from "../schema.ts";
import { LAST_ID, lastKeyOf } from "./searchKey.ts";

/**
 * SQLite's index notices that it has left a range only where it finds something: what is looked for in vain, it looks for in
 * all the rest. So beside every 1,024th article stands a row of one mark that is looked for with everything that is looked
 * for. No article has the key of such a row.
 */

/** No text has it, so that nothing needs to be known of where it stands. */
export const BOUND = "\u241e";

const APART = 1024;

/** Whether a key is one of an article. */
export const isArticle = sql`(rowid & ${sql.raw(String(LAST_ID))}) <> ${sql.raw(String(LAST_ID))}`;

/** Writes the bound beside an article, where one is due. */
export async function writeBound(
  database: Kysely<Tables>,
  { id, sorted_at }: { id: number; sorted_at: string },
): Promise<void> {
  if (id % APART !== 0) return;
  await sql`insert or replace into search (rowid, marks) values (${BigInt(lastKeyOf(sorted_at))}, ${BOUND})`.execute(
    database,
  );
}

/** Writes the bounds of what the store has already: one look at every 1,024th of its articles. */
export async function createBounds(database: Kysely<Tables>): Promise<void> {
  const articles = await sql<{ id: number; sorted_at: string }>`
    with recursive due (id) as (
      select ${APART} union all select id + ${APART} from due where id < (select max(id) from articles)
    )
    select articles.id, sorted_at from due join articles on articles.id = due.id`.execute(database);
  for (const article of articles.rows) await writeBound(database, article);
}
