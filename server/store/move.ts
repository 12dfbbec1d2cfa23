import { createHash } from "node:crypto";
import { sql } from "kysely";
import { getEngine } from "./engines/engine.ts";
import { StoreError } from "./open.ts";
import type { Database } from "./schema/schema.ts";

interface Table {
  name: string;
  columns: string[];
  hasIdentity: boolean;
}

/** Number of a table's rows, and a digest of all rows that does not depend on their order. */
interface TableState {
  rows: number;
  digest: string;
}

const BATCH_SIZE = 500;
/** Maximum number of parameters per statement. SQLite accepts 32,766 and PostgreSQL 65,535. */
const MAX_PARAMETERS = 30_000;
/** Tables to copy first, since other tables refer to them. */
const FIRST = ["articles", "calendars", "subscribers", "issues", "edition_versions", "staff_stories", "people"];
/**
 * Matches tables that are not copied, since their content belongs to one store: the migrations, the leaders, and the
 * mark of an unfinished copy.
 */
const OWN = /^(kysely_|sqlite_|(leaders|expanding_migrations|unfinished_move)$)/;
const UNFINISHED_MOVE = "unfinished_move";
/** Kind of a store's first change, which a migration records. In a new store, the tables to copy have no other rows. */
const FIRST_CHANGE = "store";

/**
 * Checks that a database is empty, or is an interrupted copy of the same source. Writes nothing.
 *
 * @param sourceName name of the source, the same at each attempt
 * @param target may have no tables, or the schema of any version
 * @throws {StoreError} if the source is itself an unfinished copy, or the target has other rows
 */
export async function checkTarget(source: Database, sourceName: string, target: Database): Promise<void> {
  const unfinished = await findUnfinishedMove(source);
  if (unfinished !== undefined)
    throw new StoreError(`The source is an unfinished copy of ${unfinished}. Run that move again, or move from there.`);
  const interrupted = await findUnfinishedMove(target);
  if (interrupted === sourceName) return checkOwner(source, target);
  if (interrupted !== undefined)
    throw new StoreError(`The target is an unfinished copy of ${interrupted}. Name an empty database.`);
  for (const { name } of await listTables(target)) {
    const others = name === "changes" ? sql`where kind <> ${FIRST_CHANGE}` : sql``;
    const { rows } = await sql`select 1 from ${sql.table(name)} ${others} limit 1`.execute(target);
    if (rows.length > 0)
      throw new StoreError(
        `The target already has rows, in the table ${name}. Nothing was written. Name an empty database, or a file that does not exist.`,
      );
  }
}

/**
 * If an interrupted move left `database` incomplete, returns the name of the store from which it was copied; otherwise
 * undefined.
 */
async function findUnfinishedMove(database: Database): Promise<string | undefined> {
  const tables = await database.introspection.getTables();
  if (!tables.some(({ name }) => name === UNFINISHED_MOVE)) return undefined;
  const { rows } = await sql<{ source: string }>`select source from ${sql.table(UNFINISHED_MOVE)}`.execute(database);
  return rows[0]?.source ?? "";
}

/**
 * Copies all rows of a store to a database that `checkTarget` has checked. Afterward, compares the number and the
 * digest of the rows of each table in both stores. No other process may write to either store.
 *
 * @param onTable called for each table after the comparison has found no difference
 * @throws {StoreError} if a table and its copy differ, for example because the source changed after an interruption
 */
export async function moveStore(
  source: Database,
  sourceName: string,
  target: Database,
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  const tables = await listTables(source);
  if ((await findUnfinishedMove(target)) === undefined)
    await target.transaction().execute(async (transaction) => {
      await sql`create table ${sql.table(UNFINISHED_MOVE)} (source text)`.execute(transaction);
      await sql`insert into ${sql.table(UNFINISHED_MOVE)} (source) values (${sourceName})`.execute(transaction);
    });
  // Deletes the change that a migration has recorded in the target, since the target gets all changes of the source.
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
  await sql`drop table ${sql.table(UNFINISHED_MOVE)}`.execute(target);
}

/**
 * Compares the secret keys of both stores. A site's keys never change.
 *
 * @throws {StoreError} if the target is another site's store
 */
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
  // Makes new ids follow the highest id that was ever assigned, instead of the highest stored id: a pin, for example,
  // may refer to a deleted row.
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

/**
 * Returns a stored value in the same form for both engines: bytes as base64, and NUL as U+FFFD, since PostgreSQL cannot
 * store NUL.
 */
function normalize(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}
