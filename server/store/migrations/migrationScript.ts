import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { getEngine } from "../engines/engine.ts";

/**
 * Returns a migration that runs SQL statements, separated by semicolons, in one transaction.
 *
 * @param script in SQLite's SQL; on PostgreSQL, its column types are translated
 * @param postgresScript runs after `script` on PostgreSQL, for example to replace indexes. PostgreSQL's B-trees accept
 * values of up to 2,704 bytes, but guids, links, URLs and titles may be longer. So unique indexes of such columns use
 * digests. Other indexes are hash indexes, or leave out these columns.
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
 * Returns SQL that marks a migration as expanding; append it to the migration's script. Such a migration only adds
 * tables, columns or indexes, which the previous version of the server can ignore. So servers of that version continue
 * to work, and can start, during an upgrade.
 */
export const toExpandingMark = (name: string) => `; insert into expanding_migrations (name) values ('${name}')`;

/**
 * Runs a function in a transaction. On PostgreSQL, uses the transaction that Kysely began for all pending migrations;
 * on SQLite, begins a new one.
 */
export function runInTransaction(database: Kysely<unknown>, run: (transaction: Kysely<unknown>) => Promise<void>) {
  return database.isTransaction ? run(database) : database.transaction().execute(run);
}
