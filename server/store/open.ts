import { resolve } from "node:path";
import { Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";
import type { Database, Tables } from "./schema.ts";
import { sqliteDialect } from "./sqlite.ts";

/** Thrown if a database cannot be opened or copied, or is damaged. The message names the database and the reason. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** Returns the absolute path of a database's file; null for a database in memory. */
export function getStorePath(url: string): string | null {
  const path = url.slice("sqlite:".length);
  return path === ":memory:" ? null : resolve(path);
}

/**
 * Opens the database and runs pending migrations.
 *
 * @param url `sqlite:` and a path, as in DATABASE_URL
 * @throws {StoreError} if the file is not a database or was written by a newer version, or if a migration fails
 */
export async function openDatabase(url: string): Promise<Database> {
  const database = connectDatabase(url);
  const unknown = await findUnknownMigration(database, url);
  if (unknown) {
    await database.destroy();
    throw new StoreError(
      `The database ${url} was written by a newer version of Broadsheet (migration ${unknown}). Install that version again, or restore a backup made before it.`,
    );
  }
  const { error, results } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === "Error")?.migrationName;
    await database.destroy();
    throw new StoreError(
      `Failed to migrate the database ${url}${failed ? ` (migration ${failed})` : ""}: ${(error as Error).message}.`,
      { cause: error },
    );
  }
  return database;
}

/** Returns a migration that was applied to the database but is unknown to this version; undefined if there is none. */
async function findUnknownMigration(database: Database, url: string): Promise<string | undefined> {
  try {
    const { rows } = await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(database);
    if (rows.length === 0) return undefined;
    const applied = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(database);
    return applied.rows.find(({ name }) => !Object.hasOwn(migrations, name))?.name;
  } catch (error) {
    await database.destroy();
    throw new StoreError(`Failed to read the database ${url}: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Opens another connection to a database that `openDatabase` has migrated.
 *
 * @param busyTimeoutMs time that a statement waits for another connection's write before it fails; 5 s by default
 * @throws {StoreError} if the file cannot be created or is not a database
 */
export function connectDatabase(url: string, busyTimeoutMs?: number): Database {
  try {
    return new Kysely<Tables>({ dialect: sqliteDialect(getStorePath(url) ?? ":memory:", busyTimeoutMs) });
  } catch (error) {
    throw new StoreError(`Failed to open the database ${url}: ${(error as Error).message}.`, { cause: error });
  }
}
