import { createHash, randomUUID } from "node:crypto";
import { Client } from "pg";
import * as store from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema.ts";

/** A migrated database without rows. Each test's database is a copy of it. */
export const TEMPLATE = "template_store";

const DUPLICATE_DATABASE = "42P04";

/** Opens the store of a test, which `toStoreUrl` chooses. */
export async function openDatabase(url: string): Promise<Database> {
  return store.openDatabase(await toStoreUrl(url));
}

/**
 * Returns the URL of the store on which a test runs: the given one on SQLite; in the project "postgres", that of a
 * database of its own, which is created for each SQLite file that a test names.
 */
export async function toStoreUrl(url: string): Promise<string> {
  if (process.env.STORE !== "postgres" || !url.startsWith("sqlite:")) return url;
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
