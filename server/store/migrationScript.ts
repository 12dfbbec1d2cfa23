import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { getEngine } from "./engine.ts";

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
export const EXPANDING_MIGRATIONS = "0028-expanding-migrations";

/**
 * Returns the end of the script of a migration that only adds to the store, and nothing that the previous version would
 * have to write. Servers of that version can go on using the store, and start with it, while others are upgraded.
 */
export const asExpanding = (name: string) => `; insert into expanding_migrations (name) values ('${name}')`;

/** Begins a transaction, unless Kysely has: on PostgreSQL, all pending migrations run in one. */
export function runInTransaction(database: Kysely<unknown>, run: (transaction: Kysely<unknown>) => Promise<void>) {
  return database.isTransaction ? run(database) : database.transaction().execute(run);
}
