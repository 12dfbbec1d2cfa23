import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { RawBuilder } from "kysely";
import { Client } from "pg";
import { getEngine } from "../../server/store/engine.ts";
import * as store from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema.ts";

/** A migrated database without rows. Each test's database is a copy of it. */
export const TEMPLATE = "template_store";

const DUPLICATE_DATABASE = "42P04";

/** Opens the store of a test, which `toStoreUrl` chooses. */
export async function openDatabase(url: string): Promise<Database> {
  return store.openDatabase(await toStoreUrl(url));
}

/** Runs queries on a test's store over a connection of its own, as another process does. */
export async function withStore<Result>(url: string, work: (store: Database) => Promise<Result>): Promise<Result> {
  await using database = store.connectDatabase(await toStoreUrl(url));
  return await work(database);
}

/** Runs a query on a test's store and returns its rows. The SQL must be the same for both engines. */
export async function queryStore<Row = Record<string, unknown>>(url: string, query: RawBuilder<Row>): Promise<Row[]> {
  return (await withStore(url, (database) => query.execute(database))).rows;
}

/** Holds the writer lock of a test's store, as another process does, until it is released. */
export async function lockStore(url: string): Promise<{ release(): Promise<void> }> {
  const database = store.connectDatabase(await toStoreUrl(url));
  const transaction = await database.startTransaction().execute();
  await getEngine(transaction).lockWriter(transaction);
  return {
    async release() {
      await transaction.rollback().execute();
      await database.destroy();
    },
  };
}

/** True in the project "postgres". */
export const isPostgres = process.env.STORE === "postgres";

/** Returns the URL of the SQLite file in a site's data folder, which `toStoreUrl` may replace. */
export function storeUrlIn(folder: string): string {
  return `sqlite:${join(folder, "broadsheet.db")}`;
}

/**
 * Returns the URL of the store on which a test runs: the given one on SQLite; in the project "postgres", that of a
 * database of its own, which is created for each SQLite file that a test names.
 */
export async function toStoreUrl(url: string): Promise<string> {
  if (!isPostgres || !url.startsWith("sqlite:")) return url;
  const file = url === "sqlite::memory:" ? randomUUID() : url;
  const name = `store_${createHash("sha256").update(file).digest("hex").slice(0, 20)}`;
  const server = process.env.TEST_POSTGRES_URL ?? "";
  const client = new Client(`${server}postgres`);
  await client.connect();
  await client.query(`create database ${name} template ${TEMPLATE}`).catch((error) => {
    if (error.code !== DUPLICATE_DATABASE) throw error;
  });
  await client.end();
  return server + name;
}
