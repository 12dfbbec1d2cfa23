import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { Pool } from "pg";
import * as store from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema/schema.ts";

/** Name of a migrated database without rows. Each test's database is a copy of it. */
export const TEMPLATE = "template_store";

const DUPLICATE_DATABASE = "42P04";

/** Opens a test's store, which `toStoreUrl` chooses. */
export async function openDatabase(url: string): Promise<Database> {
  const chosen = await toStoreUrl(url);
  await createSqliteStore(chosen);
  return store.openDatabase(chosen);
}

let sqliteTemplate: Promise<Buffer> | undefined;

/**
 * Creates the SQLite file of a URL, migrated and without rows. Does nothing if the file exists, its folder is missing,
 * or the URL names no file. Copies a template, since the migrations take a tenth of the CPU time of a site's start.
 */
export async function createSqliteStore(url: string): Promise<void> {
  const path = store.getStorePath(url);
  if (path === null || existsSync(path) || !existsSync(dirname(path))) return;
  sqliteTemplate ??= readSqliteTemplate();
  await writeFile(path, await sqliteTemplate, { mode: 0o600 });
}

async function readSqliteTemplate(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "broadsheet-template-"));
  const path = join(folder, "template.db");
  await (await store.openDatabase(`sqlite:${path}`)).destroy();
  const template = await readFile(path);
  await rm(folder, { recursive: true });
  return template;
}

/** Runs queries on a test's store with a separate connection, as another process does. */
export async function withStore<Result>(url: string, work: (store: Database) => Promise<Result>): Promise<Result> {
  await using database = store.connectDatabase(await toStoreUrl(url));
  return await work(database);
}

/** Runs a query on a test's store and returns its rows. The SQL must be the same for both engines. */
export async function queryStore<Row = Record<string, unknown>>(url: string, query: RawBuilder<Row>): Promise<Row[]> {
  return (await withStore(url, (database) => query.execute(database))).rows;
}

/** Holds the writer lock of a test's store until `release` is called, like another process that is writing. */
export async function lockStore(url: string): Promise<{ release(): Promise<void> }> {
  const database = store.connectDatabase(await toStoreUrl(url));
  const transaction = await database.startTransaction().setAccessMode("read write").execute();
  // Removes PostgreSQL's time limit of 3 s for idle transactions, since tests hold the lock for longer.
  if (isPostgres) await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  return {
    async release() {
      await transaction.rollback().execute();
      await database.destroy();
    },
  };
}

/** True in Vitest's project "postgres". */
export const isPostgres = process.env.STORE === "postgres";

/** Returns the URL of the SQLite file in a site's data folder. `toStoreUrl` may replace this URL. */
export function storeUrlIn(folder: string): string {
  return `sqlite:${join(folder, "broadsheet.db")}`;
}

/**
 * Returns the URL of the store on which a test runs. On SQLite, this is the given URL; in the project "postgres", the
 * URL of a database that is created for each SQLite file that a test names.
 */
export async function toStoreUrl(url: string): Promise<string> {
  if (!isPostgres || !url.startsWith("sqlite:")) return url;
  const file = url === "sqlite::memory:" ? randomUUID() : url;
  const name = `store_${createHash("sha256").update(file).digest("hex").slice(0, 20)}`;
  const server = process.env.TEST_POSTGRES_URL ?? "";
  administration ??= openAdministration(`${server}postgres`);
  await administration.query(`create database ${name} template ${TEMPLATE}`).catch((error) => {
    if (error.code !== DUPLICATE_DATABASE) throw error;
  });
  return server + name;
}

/** Shared connection that creates databases. Connecting takes a quarter of the time that creating a database takes. */
let administration: Pool | undefined;

function openAdministration(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  // Ignores errors, since the server may stop before this process.
  return pool.on("error", () => {});
}
