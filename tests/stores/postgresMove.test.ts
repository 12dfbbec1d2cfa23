import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addFeeds } from "../../server/store/feeds/feeds.ts";
import { describeStore, getStorePath, openDatabase as openOriginal, openSession } from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { storeSubscribers } from "../support/briefingIssue.ts";
import { broadsheet } from "../support/commandLine.ts";
import { fillWithArticles, MANY_FEED } from "../support/manyArticles.ts";
import { temporaryFolder } from "../support/site.ts";
import { toStoreUrl } from "../support/stores.ts";

const ARTICLES = 3000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** URL of a SQLite store with articles, subscribers and a key. */
let from: string;
let to: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  from = `sqlite:${join(folder.path, "from.db")}`;
  to = await toStoreUrl("sqlite::memory:");
  await using database = await openOriginal(from);
  await addFeeds(database, [MANY_FEED], "2025-04-17T12:00:00.000Z");
  await fillWithArticles(database, "chicago", ARTICLES);
  // Adds and deletes an article, so the highest id that the store has assigned is not in use.
  await addArticle(database);
  await storeSubscribers(database, 1000);
  await database
    .insertInto("secrets")
    .values({ name: "newsletter", value: "a".repeat(64) })
    .execute();
  await database
    .insertInto("sealed_copies")
    .values({ article_id: 97, sealed: new Uint8Array([0, 1, 255]) })
    .execute();
});

afterAll(() => folder.remove());

/** Stores an article and deletes it. Returns its id. */
async function addArticle(database: Database): Promise<number> {
  const { id: _, ...article } = await database.selectFrom("articles").selectAll().limit(1).executeTakeFirstOrThrow();
  const added = { ...article, slug: "next" };
  const { id } = await database.insertInto("articles").values(added).returning("id").executeTakeFirstOrThrow();
  await database.deleteFrom("articles").where("id", "=", id).execute();
  return id;
}

async function readAll(url: string) {
  await using database = await openOriginal(url);
  const count = async (table: "articles" | "entries" | "subscribers") => {
    const row = await database
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as("rows"))
      .executeTakeFirst();
    return Number(row?.rows);
  };
  const sealed = await database.selectFrom("sealed_copies").select("sealed").executeTakeFirst();
  return [await count("articles"), await count("entries"), await count("subscribers"), [...(sealed?.sealed ?? [])]];
}

it("moves a store to PostgreSQL, although it was killed in between", async () => {
  const args = ["build/bundle/cli.js", "move", from, to];
  const first = spawn(process.execPath, args, { stdio: "ignore" });
  await using target = await openOriginal(to);
  while ((await target.selectFrom("articles").select("id").limit(1).execute()).length === 0);
  first.kill("SIGKILL");
  await once(first, "exit");
  const { status, output, errors } = await broadsheet(["move", from, to]);
  expect([status, errors]).toEqual([0, ""]);
  expect(output).toContain(`articles: ${ARTICLES}\n`);
  expect(await readAll(to)).toEqual(await readAll(from));
  expect(await addArticle(target), "does not reuse the id of a deleted article").toBe(ARTICLES + 2);
});

it("refuses to move it again, or back into the file that it came from, and writes nothing", async () => {
  const before = [await readAll(from), await readAll(to)];
  const refusal =
    "The target already has rows, in the table articles. Nothing was written. Name an empty database, or a file that does not exist.\n";
  for (const [source, target] of [
    [from, to],
    [to, from],
  ] as const)
    expect(await broadsheet(["move", source, target])).toEqual({ status: 1, output: "", errors: refusal });
  expect([await readAll(from), await readAll(to)]).toEqual(before);
});

it("moves it back to another SQLite file, although it was killed in between", async () => {
  const path = join(folder.path, "back.db");
  const back = `sqlite:${path}`;
  const args = ["build/bundle/cli.js", "move", to, back];
  const first = spawn(process.execPath, args, { stdio: "ignore" });
  // Opens the file only briefly, since the command rejects a file that another process has open.
  const hasArticles = () => {
    if (!existsSync(path)) return false;
    using copy = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    const hasTable = copy.prepare("select 1 from sqlite_schema where name = 'unfinished_move'").get();
    return Boolean(hasTable && copy.prepare("select 1 from articles limit 1").get());
  };
  await expect.poll(hasArticles, { interval: 5 }).toBe(true);
  first.kill("SIGKILL");
  await once(first, "exit");
  const unfinished = `an unfinished copy of ${describeStore(to)}.`;
  const refused = await broadsheet(["move", from, back]);
  expect([refused.status, refused.errors]).toEqual([1, `The target is ${unfinished} Name an empty database.\n`]);
  const asSource = await broadsheet(["move", back, await toStoreUrl("sqlite::memory:")]);
  expect([asSource.status, asSource.errors]).toEqual([1, expect.stringContaining(`The source is ${unfinished}`)]);
  const [status] = await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit");
  expect(status).toBe(0);
  expect(await readAll(back)).toEqual(await readAll(from));
  await using target = await openOriginal(back);
  expect(await addArticle(target), "does not reuse the id of a deleted article").toBe(ARTICLES + 3);
});

it("refuses a source that is missing, no store's URL, or in use, and the same store twice", async () => {
  const file = getStorePath(from) ?? "";
  const refuse = async (source: string, target: string) => {
    const { status, output, errors } = await broadsheet(["move", source, target]);
    return [status, output, errors.split("\n")[0]];
  };
  const missing = join(folder.path, "missing.db");
  expect(await refuse(`sqlite:${missing}`, to)).toEqual([1, "", `${missing}: there is no such database.`]);
  expect(existsSync(missing)).toBe(false);
  const urls = "broadsheet: move needs two URLs: sqlite:FILE or postgres://…/DATABASE.";
  expect(await refuse("mysql://db.example/site", to)).toEqual([2, "", urls]);
  expect(await refuse(from, `sqlite:${folder.path}/./from.db`)).toEqual([1, "", "Both stores are the same."]);
  {
    await using _ = await openOriginal(from);
    const used = `${file}: another process uses this database. Stop the server first.`;
    expect(await refuse(from, to)).toEqual([1, "", used]);
  }
  const session = await openSession(to, "server", () => {});
  const served = `${describeStore(to)}: a server uses this database. Stop all servers first.`;
  expect(await refuse(from, to)).toEqual([1, "", served]);
  await session.close();
});

it("refuses a target that is another site's store, or cannot be reached, and takes one that is new", async () => {
  const other = await toStoreUrl("sqlite::memory:");
  await using database = await openOriginal(other);
  await database
    .insertInto("secrets")
    .values({ name: "newsletter", value: "b".repeat(64) })
    .execute();
  const { status, errors } = await broadsheet(["move", from, other]);
  expect([status, errors]).toEqual([1, expect.stringContaining("The target already has rows, in the table secrets.")]);
  const away = await broadsheet(["move", from, "postgres://127.0.0.1:9/news"]);
  expect([away.status, away.errors]).toEqual([1, expect.stringMatching(/^Failed to read the database postgres:.*\n$/)]);
  await database.deleteFrom("secrets").execute();
  expect((await broadsheet(["move", from, other])).status).toBe(0);
});
