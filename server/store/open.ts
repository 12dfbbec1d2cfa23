import { resolve } from "node:path";
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { type ConnectionOptions, getEngine } from "./engine.ts";
import { EXPANDING_MIGRATIONS } from "./migrationScript.ts";
import { migrations } from "./migrations.ts";
import { postgresDialect } from "./postgres.ts";
import type { Database, Tables } from "./schema.ts";
import {
  type NodeSession,
  openLoneSession,
  openPostgresSession,
  ROLES,
  type Role,
  type Term,
  type Topic,
} from "./session.ts";
import { sqliteDialect } from "./sqlite.ts";

/** Thrown if a database cannot be opened or copied, or is damaged. The message names the database and the reason. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** Returns the absolute path of a database's file; null for PostgreSQL and for a database in memory. */
export function getStorePath(url: string): string | null {
  const path = url.slice("sqlite:".length);
  return isPostgres(url) || path === ":memory:" ? null : resolve(path);
}

/** Returns a database's URL without user and password, for messages and logs. */
export function describeStore(url: string): string {
  if (!isPostgres(url)) return url;
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

/** The server's statements fail after twice the time that they may wait for a lock. */
export const SERVER_LIMITS = { queryTimeoutMs: 10_000 };

interface MigrationOptions extends Pick<ConnectionOptions, "queryTimeoutMs"> {
  /** False to refuse a database with pending migrations. */
  mayMigrate?: boolean;
  /** Called with the name of each migration that was run. */
  onMigrated?: (name: string) => void;
}

/**
 * Opens the database and runs pending migrations.
 *
 * @param url as in DATABASE_URL
 * @throws {StoreError} if the file is not a database, the server cannot be reached, a newer version wrote the database and
 *   did not only add to it, a migration fails, or migrations are pending that may not run
 */
export async function openDatabase(
  url: string,
  { mayMigrate = true, onMigrated, queryTimeoutMs }: MigrationOptions = {},
): Promise<Database> {
  const database = connectDatabase(url);
  async function limitQueries(): Promise<Database> {
    if (queryTimeoutMs === undefined || !isPostgres(url)) return database;
    // Not before: a migration may take longer.
    await database.destroy();
    return connectDatabase(url, { queryTimeoutMs });
  }
  const name = describeStore(url);
  const { isNewer, refused } = await findUnknownMigrations(database, name);
  if (refused) {
    await database.destroy();
    throw new StoreError(
      `The database ${name} was written by a newer version of Broadsheet (migration ${refused}). Install that version again, or restore a backup made before it.`,
    );
  }
  if (isNewer) return limitQueries();
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  if (!mayMigrate) {
    const pending = (await migrator.getMigrations())
      .filter(({ executedAt }) => !executedAt)
      .map((migration) => migration.name);
    if (pending.length > 0) {
      await database.destroy();
      throw new StoreError(
        `The database ${name} lacks migrations of this version (${pending.join(", ")}), and MIGRATE is off. Run \`npx broadsheet migrate\` first.`,
      );
    }
  }
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === "Error")?.migrationName;
    await database.destroy();
    throw new StoreError(
      `Failed to migrate the database ${name}${failed ? ` (migration ${failed})` : ""}: ${(error as Error).message}.`,
      { cause: error },
    );
  }
  for (const { migrationName } of results ?? []) onMigrated?.(migrationName);
  return limitQueries();
}

/**
 * Looks for migrations that were applied to the database but are unknown to this version.
 *
 * @returns `isNewer` if there are some; `refused` is one after which this version cannot use the database
 */
async function findUnknownMigrations(
  database: Database,
  name: string,
): Promise<{ isNewer: boolean; refused?: string }> {
  try {
    const applied = await getEngine(database).findMigrations(database);
    const unknown = applied.filter((migration) => !Object.hasOwn(migrations, migration));
    if (unknown.length === 0) return { isNewer: false };
    const expanding = applied.includes(EXPANDING_MIGRATIONS)
      ? await database.selectFrom("expanding_migrations").select("name").execute()
      : [];
    const refused = unknown.find((migration) => !expanding.some((row) => row.name === migration));
    return { isNewer: true, ...(refused !== undefined && { refused }) };
  } catch (error) {
    await database.destroy();
    // Without a message, the error has one per address of the server.
    const { message, code } = error as Error & { code?: string };
    throw new StoreError(`Failed to read the database ${name}: ${message || code}.`, { cause: error });
  }
}

/**
 * Opens another connection to a database that `openDatabase` has migrated.
 *
 * @throws {StoreError} if the file cannot be created or is not a database
 */
export function connectDatabase(url: string, options: ConnectionOptions = {}): Database {
  if (isPostgres(url)) return new Kysely<Tables>({ dialect: postgresDialect(url, options) });
  try {
    return new Kysely<Tables>({ dialect: sqliteDialect(getStorePath(url) ?? ":memory:", options.busyTimeoutMs) });
  } catch (error) {
    throw new StoreError(`Failed to open the database ${url}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Opens the connection by which a node leads roles. @throws if the server of PostgreSQL cannot be reached */
export async function openSession(
  url: string,
  node: string,
  onTopic: (topic: Topic) => void,
  roles: readonly Role[] = ROLES,
): Promise<NodeSession> {
  return isPostgres(url) ? openPostgresSession({ url, node, roles, onTopic }) : openLoneSession(node, roles);
}

/** The database as the leader of a role uses it. */
export interface LeaderDatabase {
  database: Database;
  close(): Promise<void>;
}

/**
 * Opens connections for the work of a role's leader. On PostgreSQL their queries fail once another node leads, so that a
 * node that was frozen cannot write what it read before. On SQLite, this is `database`: one server uses a file.
 */
export function openLeaderDatabase(url: string, database: Database, term: Term): LeaderDatabase {
  if (!isPostgres(url)) return { database, close: async () => {} };
  const leaderDatabase = connectDatabase(url, { ...SERVER_LIMITS, term });
  return { database: leaderDatabase, close: () => leaderDatabase.destroy() };
}
