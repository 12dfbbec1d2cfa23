import { Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Logger } from "pino";
import { migrations } from "./migrations.ts";
import type { Database, Tables } from "./schema.ts";
import { ensureSearchIndex } from "./search/indexing.ts";
import { sqliteDialect } from "./sqlite.ts";

/**
 * Opens the database and runs pending migrations.
 *
 * @param url `sqlite:` and a path, as in DATABASE_URL
 * @param log receives the progress of a new search index, which takes minutes in a large store
 * @throws {Error} naming the database and the failed migration
 */
export async function openDatabase(url: string, log?: Logger): Promise<Database> {
  const database = connectDatabase(url);
  const { error, results } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === "Error")?.migrationName;
    await database.destroy();
    throw new Error(`Failed to migrate the database ${url}${failed ? ` (migration ${failed})` : ""}.`, {
      cause: error,
    });
  }
  await ensureSearchIndex(database, log);
  return database;
}

/** Opens another connection to a database that `openDatabase` has migrated. */
export function connectDatabase(url: string): Database {
  try {
    return new Kysely<Tables>({ dialect: sqliteDialect(getDatabasePath(url)) });
  } catch (error) {
    throw new Error(`Failed to open the database ${url}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Opens a connection for health checks and metrics, which reports locks instead of blocking the thread until they end. */
export async function openProbe(url: string): Promise<Database> {
  const database = connectDatabase(url);
  await sql`pragma busy_timeout = 0`.execute(database);
  return database;
}

/** Returns the path of the database's file. @param url as in DATABASE_URL */
export function getDatabasePath(url: string): string {
  return url.slice("sqlite:".length);
}
