import { resolve } from "node:path";
import { Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { toMessage } from "../../core/toMessage.ts";
import { explainFileError } from "../fileErrors.ts";
import { type ConnectionOptions, getEngine } from "./engines/engine.ts";
import { postgresDialect } from "./engines/postgres.ts";
import { sqliteDialect } from "./engines/sqlite.ts";
import { EXPANDING_TABLE_MIGRATION } from "./migrations/migrationScript.ts";
import { migrations } from "./migrations/migrations.ts";
import type { Database, Tables } from "./schema/schema.ts";
import {
  FIND_NODES,
  type NodeSession,
  openLoneSession,
  openPostgresSession,
  ROLES,
  type Role,
  type Term,
  type Topic,
} from "./session.ts";

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

/**
 * Time limits, in ms, that a Broadsheet server sets for statements on PostgreSQL, so that pages do not wait for
 * responses that the network has lost. A write may first wait 5 s for a lock, so its limit is twice that. A read waits
 * for no lock.
 */
export const SERVER_LIMITS = { queryTimeoutMs: 10_000, readTimeoutMs: 5000 };

interface MigrationOptions extends Pick<ConnectionOptions, "queryTimeoutMs" | "readTimeoutMs" | "onError"> {
  /** False to reject a database with pending migrations. */
  mayMigrate?: boolean;
  /** Called with the name of each migration that was run. */
  onMigrated?: (name: string) => void;
}

/**
 * Opens the database and runs pending migrations.
 *
 * @param url URL in the format of DATABASE_URL
 * @throws {StoreError} if the file is not a database, the server cannot be reached or is too old, or the database's
 * encoding is not UTF-8
 * @throws {StoreError} if a newer version has run migrations that this version cannot ignore, a migration fails, or
 * migrations are pending and `mayMigrate` is false
 */
export async function openDatabase(
  url: string,
  { mayMigrate = true, onMigrated, ...limits }: MigrationOptions = {},
): Promise<Database> {
  const database = connectDatabase(url, { onError: limits.onError });
  async function limitQueries(): Promise<Database> {
    if (limits.queryTimeoutMs === undefined || !isPostgres(url)) return database;
    // Sets the time limits only now, by reconnecting, since migrations may take longer than the limits.
    await database.destroy();
    return connectDatabase(url, limits);
  }
  const name = describeStore(url);
  const { unsuitable, isNewer, refused } = await inspect(database, name);
  if (unsuitable) {
    await database.destroy();
    throw new StoreError(`The database ${name} cannot be used. ${unsuitable}`);
  }
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
      `Failed to migrate the database ${name}${failed ? ` (migration ${failed})` : ""}: ${toMessage(error)}.`,
      { cause: error },
    );
  }
  for (const { migrationName } of results ?? []) onMigrated?.(migrationName);
  return limitQueries();
}

interface Inspection {
  /** Sentence that says why this database cannot contain the store; undefined if it can. */
  unsuitable?: string;
  /** True if a newer version has run migrations that this version does not know. */
  isNewer: boolean;
  /** Name of a migration that makes the database unusable for this version; undefined if there is none. */
  refused?: string;
}

/** Checks if this version can use a database. @throws {StoreError} if the database cannot be read */
async function inspect(database: Database, name: string): Promise<Inspection> {
  try {
    const unsuitable = await getEngine(database).findUnsuitable(database);
    if (unsuitable !== null) return { unsuitable, isNewer: false };
    const applied = await getEngine(database).listMigrations(database);
    const unknown = applied.filter((migration) => !Object.hasOwn(migrations, migration));
    if (unknown.length === 0) return { isNewer: false };
    const expanding = applied.includes(EXPANDING_TABLE_MIGRATION)
      ? await database.selectFrom("expanding_migrations").select("name").execute()
      : [];
    const refused = unknown.find((migration) => !expanding.some((row) => row.name === migration));
    return { isNewer: true, ...(refused !== undefined && { refused }) };
  } catch (error) {
    await database.destroy();
    // If the server has several addresses, the error contains one error per address, and its own message is empty.
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
    return new Kysely<Tables>({ dialect: sqliteDialect(getStorePath(url) ?? ":memory:", options) });
  } catch (error) {
    const explanation = explainFileError(error);
    const reason = explanation ? `. ${explanation}` : `: ${toMessage(error)}.`;
    throw new StoreError(`Failed to open the database ${url}${reason}`, { cause: error });
  }
}

/**
 * Opens the session in which a node can become the leader of roles.
 *
 * @throws if the PostgreSQL server cannot be reached
 */
export async function openSession(
  url: string,
  node: string,
  onTopic: (topic: Topic) => void,
  roles: readonly Role[] = ROLES,
): Promise<NodeSession> {
  return isPostgres(url) ? openPostgresSession({ url, node, roles, onTopic }) : openLoneSession(node, roles);
}

/**
 * Returns the number of servers that are connected to a PostgreSQL database; 0 on SQLite, where a running server is
 * found by its lock on the file.
 */
export async function countServers(url: string, database: Database): Promise<number> {
  if (!isPostgres(url)) return 0;
  return (await sql.raw(FIND_NODES).execute(database)).rows.length;
}

export interface LeaderDatabase {
  database: Database;
  close(): Promise<void>;
}

/**
 * Opens a database for the work of a role's leader. On PostgreSQL, its queries fail as soon as another node leads, so
 * that a node that was frozen cannot write outdated data. On SQLite, it is `database` itself, since only one server
 * uses a file.
 */
export function openLeaderDatabase(url: string, database: Database, term: Term): LeaderDatabase {
  if (!isPostgres(url)) return { database, close: async () => {} };
  const leaderDatabase = connectDatabase(url, { ...SERVER_LIMITS, term });
  return { database: leaderDatabase, close: () => leaderDatabase.destroy() };
}
