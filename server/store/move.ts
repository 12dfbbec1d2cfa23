import { createHash } from "node:crypto";
import { sql } from "kysely";
import { getEngine } from "./engine.ts";
import { StoreError } from "./open.ts";
import type { Database } from "./schema.ts";

interface Table {
  name: string;
  columns: string[];
  hasIdentity: boolean;
}

/** A table's number of rows, and a digest of their contents that does not depend on their order. */
interface TableState {
  rows: number;
  digest: string;
}

const BATCH_SIZE = 500;
/** PostgreSQL accepts 65,535 parameters per statement, SQLite 32,766. */
const MAX_PARAMETERS = 30_000;
/** Tables to which others refer. */
const FIRST = ["articles", "calendars", "subscribers", "issues", "edition_versions", "own_stories"];
/** Tables that each store has of its own: its migrations and its nodes. */
const OWN = /^(kysely_|sqlite_|(leaders|expanding_migrations)$)/;

/**
 * Copies all rows of a store to another one, which is empty or has a part of them from an earlier attempt. Then compares
 * the numbers and the digests of both stores' rows. No other process may write to either.
 *
 * @param onTable called with each table's name and number of rows, when both stores have been compared
 * @throws {StoreError} if the target has other rows; rows that were missing have then been added
 */
export async function moveStore(
  source: Database,
  target: Database,
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  await checkOwner(source, target);
  const tables = await listTables(source);
  // Drops the first change, which identifies a store: the target gets all changes of the source.
  await target.deleteFrom("changes").execute();
  for (const table of tables) await copyTable(source, target, table);
  await getEngine(target).analyze(target);
  for (const table of tables) {
    const [from, to] = [await readState(source, table), await readState(target, table)];
    if (from.rows !== to.rows || from.digest !== to.digest)
      throw new StoreError(
        `The table ${table.name} differs: ${from.rows} rows before, ${to.rows} after. The target is not usable; empty it and start again.`,
      );
    onTable(table.name, to.rows);
  }
}

/** Compares the stores' keys, which are never replaced. @throws {StoreError} if the target is another site's store */
async function checkOwner(source: Database, target: Database): Promise<void> {
  const [from, to] = [source, target].map((database) => database.selectFrom("secrets").selectAll());
  const keys = new Map((await from?.execute())?.map(({ name, value }) => [name, value]));
  if ((await to?.execute())?.some(({ name, value }) => keys.get(name) !== value))
    throw new StoreError("The target is the store of another site. Name an empty one.");
}

async function listTables(database: Database): Promise<Table[]> {
  const tables = (await database.introspection.getTables()).filter(({ name }) => !OWN.test(name));
  const rank = ({ name }: { name: string }) => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1);
  return tables
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name).toSorted(),
      hasIdentity: columns.some((column) => column.name === "id" && column.isAutoIncrementing),
    }));
}

async function copyTable(source: Database, target: Database, { name, columns, hasIdentity }: Table): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const size = Math.min(BATCH_SIZE, Math.floor(MAX_PARAMETERS / columns.length));
  for await (const rows of getEngine(source).readRows(source, name, size)) {
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)} on conflict do nothing`.execute(
      target,
    );
  }
  // Continues after the last id ever given, not the highest stored: a pin, for example, may refer to a deleted row.
  if (hasIdentity) await getEngine(target).continueIds(target, name, await getEngine(source).findLastId(source, name));
}

async function readState(database: Database, { name, columns }: Table): Promise<TableState> {
  const sum = new BigUint64Array(2);
  let count = 0;
  for await (const rows of getEngine(database).readRows(database, name, BATCH_SIZE)) {
    count += rows.length;
    for (const row of rows) {
      const digest = createHash("sha256")
        .update(JSON.stringify(columns.map((column) => normalize(row[column]))))
        .digest();
      for (const index of [0, 1]) sum[index] = (sum[index] ?? 0n) + digest.readBigUInt64LE(index * 8);
    }
  }
  return { rows: count, digest: sum.join() };
}

/** Returns a value to compare: bytes as text, and U+FFFD for NUL, which PostgreSQL cannot store. */
function normalize(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}
