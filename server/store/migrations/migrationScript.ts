import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { getEngine } from "../engines/engine.ts";

/**
 * Runs SQL statements, separated by semicolons, in one transaction.
 *
 * @param script in SQLite's SQL; on PostgreSQL its column types are translated
 * @param postgresScript runs after `script` on PostgreSQL, whose B-trees accept no value of more than 2,704 bytes. Guids,
 *   links, and URLs and titles of stories may be longer: digests keep them unique, hash indexes find them.
 */
export function runScript(script: string, postgresScript = ""): Migration {
  async function run(database: Kysely<unknown>): Promise<void> {
    const statements = getEngine(database).toSchema(script, postgresScript).split(";");
    for (const statement of statements) if (statement.trim()) await sql.raw(statement).execute(database);
  }
  return { up: (database) => runInTransaction(database, run) };
}

/** Name of the migration that created the table of expanding migrations. */
export const EXPANDING_TABLE_MIGRATION = "0028-expanding-migrations";

/**
 * Returns SQL that marks a migration as expanding, to append to its script. Such a migration only adds to the store,
 * and the previous version of the server can leave the additions empty. So servers of that version continue to work,
 * and can start, during an upgrade.
 */
export const toExpandingMark = (name: string) => `; insert into expanding_migrations (name) values ('${name}')`;

/**
 * Runs a function in a transaction: on PostgreSQL, in the one that Kysely began for all pending migrations; on SQLite,
 * in a new one.
 */
export function runInTransaction(database: Kysely<unknown>, run: (transaction: Kysely<unknown>) => Promise<void>) {
  return database.isTransaction ? run(database) : database.transaction().execute(run);
}
