import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseQuery } from "../../../core/search/query.ts";
import { fillWithArticles } from "../../../tests/support/manyArticles.ts";
import { updateIndex } from "../../../tests/support/searchIndex.ts";
import { createLog } from "../../log.ts";
import { deleteOldChanges, recordArticleChanges } from "../changes.ts";
import { migrations } from "../migrations/migrations.ts";
import { openDatabase } from "../open.ts";
import type { Database } from "../schema/schema.ts";
import { findArticles } from "./find.ts";
import { createIndexer } from "./indexer.ts";
import { isBuilt, openSearchIndex, type SearchIndex } from "./searchIndex.ts";
import { LAST_KEY, toArticleId } from "./searchKey.ts";
import { listWindows } from "./windows.ts";
import { listSimilarWords } from "./words.ts";

let folder: string;
let path: string;
let store: Database;
let index: SearchIndex;
let lines: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "broadsheet-"));
  path = join(folder, "search.db");
  store = await openDatabase("sqlite::memory:");
  index = openSearchIndex(path, "en");
  lines = [];
});

afterEach(async () => {
  await Promise.all([store.destroy(), index.close()]);
  await rm(folder, { recursive: true });
});

/** Creates an indexer with windows of 600 articles. */
function openIndexer(fed = store) {
  const log = createLog("info", { write: (line) => lines.push(JSON.parse(line).msg) });
  return createIndexer({ store: fed, index, log, maxWindowArticles: 600 });
}

/** Returns the ids of the articles that a query finds. An article that is found twice is listed twice. */
async function find(text: string, searched = index): Promise<number[]> {
  const search = {
    query: parseQuery(text, "en", false),
    tags: [],
    range: { low: 0, high: LAST_KEY },
    enoughHits: 5000,
  };
  const { hits } = await searched.use((database) => findArticles(database, search));
  return hits.map(({ key }) => toArticleId(key)).sort((a, b) => a - b);
}

async function listStored(): Promise<number[]> {
  const rows = await store.selectFrom("articles").select("id").where("taken_down_at", "is", null).execute();
  return rows.map(({ id }) => id);
}

async function setTakenDown(id: number, taken_down_at: string | null): Promise<void> {
  await store.updateTable("articles").set({ taken_down_at }).where("id", "=", id).execute();
  await recordArticleChanges(store, "takedown", [id], []);
}

const countWindows = () => index.use(async (database) => (await listWindows(database)).length);

describe("an index that is up to date", () => {
  it("starts a new window when the newest is full, and finds every article once", async () => {
    const indexer = openIndexer();
    await updateIndex(indexer);
    await fillWithArticles(store, "an edition", 1500, 1);
    for (let first = 1; first <= 1500; first += 100) {
      const ids = Array.from({ length: 100 }, (_, place) => first + place);
      await recordArticleChanges(store, "article", ids, []);
      await updateIndex(indexer);
    }
    expect(await countWindows()).toBeGreaterThan(2);
    expect(await find("story")).toEqual(await listStored());
    for (const id of [1, 100, 590, 700, 1500]) {
      expect(await find(`"story ${id}"`)).toEqual([id]);
      await setTakenDown(id, "2026-01-01T00:00:00.000Z");
      await indexer.apply();
      expect(await find(`"story ${id}"`)).toEqual([]);
      await setTakenDown(id, null);
      await indexer.apply();
      expect(await find(`"story ${id}"`)).toEqual([id]);
    }
  });

  it("erases the words of an article that is taken down from its file", async () => {
    await fillWithArticles(store, "an edition", 500, 1);
    await store.updateTable("articles").set({ excerpt: "Zyxomma" }).where("id", "=", 250).execute();
    const indexer = openIndexer();
    await updateIndex(indexer);
    expect(await readText()).toContain("yxomma");
    const listSimilar = () => index.use((database) => listSimilarWords(database, "zyxoma", 3));
    expect(await listSimilar()).toMatchObject([{ spelling: "Zyxomma" }]);
    await setTakenDown(250, "2026-01-01T00:00:00.000Z");
    await updateIndex(indexer);
    expect(await listSimilar()).toEqual([]);
    expect(await readText()).not.toContain("yxomma");
    expect(await find("story")).toEqual(await listStored());
  });

  it("erases the words of all articles that are taken down, whatever their windows", async () => {
    await fillWithArticles(store, "an edition", 1500, 1);
    const ids = [100, 800, 1400];
    await store.updateTable("articles").set({ excerpt: "Zyxomma" }).where("id", "in", ids).execute();
    const indexer = openIndexer();
    await updateIndex(indexer);
    for (const id of ids) await setTakenDown(id, "2026-01-01T00:00:00.000Z");
    await updateIndex(indexer);
    expect(await readText()).not.toContain("yxomma");
  });

  it("erases the words from its log once nobody reads it", async () => {
    await fillWithArticles(store, "an edition", 500, 1);
    await store.updateTable("articles").set({ excerpt: "Zyxomma" }).where("id", "=", 250).execute();
    const indexer = openIndexer();
    await updateIndex(indexer);
    using reader = new DatabaseSync(path);
    reader.exec("begin; select count(*) from search_state;");
    await setTakenDown(250, "2026-01-01T00:00:00.000Z");
    await updateIndex(indexer);
    expect(await readFile(`${path}-wal`, "latin1")).toContain("yxomma");
    reader.exec("commit");
    await indexer.step();
    expect(await readFile(`${path}-wal`, "latin1")).not.toContain("yxomma");
  });
});

/** Closes the index and returns the content of its file. */
async function readText(): Promise<string> {
  await index.close();
  return readFile(path, "latin1");
}

describe("an index that is missing", () => {
  beforeEach(() => fillWithArticles(store, "an edition", 1900, 1));

  it("is built, the newest articles first, while changes are applied", async () => {
    const indexer = openIndexer();
    await indexer.apply();
    await indexer.step();
    expect(await find("story")).toEqual((await listStored()).slice(-200));
    expect(await isBuilt(index)).toBe(false);
    await setTakenDown(3, "2026-01-01T00:00:00.000Z");
    await setTakenDown(97, null);
    await setTakenDown(1899, "2026-01-01T00:00:00.000Z");
    await updateIndex(indexer);
    expect(await isBuilt(index)).toBe(true);
    expect(await find("story")).toEqual(await listStored());
    expect(await countWindows()).toBeGreaterThan(3);
    await updateIndex(openIndexer());
    expect(lines).toEqual(["building the search index", "search index built"]);
  });

  it("is built from where it was when the process ended", async () => {
    const indexer = openIndexer();
    for (let step = 0; step < 5; step++) {
      await indexer.apply();
      await indexer.step();
    }
    await index.close();
    await updateIndex(openIndexer());
    expect(lines).toEqual(["building the search index", "search index built"]);
    expect(await find("story")).toEqual(await listStored());
  });
});

describe("an index that does not fit", () => {
  beforeEach(async () => {
    await fillWithArticles(store, "an edition", 300, 1);
    await updateIndex(openIndexer());
    lines = [];
  });

  const damage: [name: string, damage: () => Promise<unknown>][] = [
    ["no database", () => replaceFile()],
    ["of another version", () => index.use((database) => sql`pragma user_version = 99`.execute(database))],
    ["damaged", () => overwritePages()],
    ["older than the recorded changes", () => forgetChanges()],
  ];
  it.each(damage)("is built again if it is %s, also for those who have it open", async (_, spoil) => {
    const other = openSearchIndex(path, "en");
    await find("story", other);
    await spoil();
    await index.close();
    expect((await find('"story 7"')).length).toBeLessThanOrEqual(1);
    await updateIndex(openIndexer());
    expect(lines).toEqual(["building the search index", "search index built"]);
    expect(await find("story")).toEqual(await listStored());
    expect(await find("story", other)).toEqual(await listStored());
    await other.close();
  });

  it("is built again for another store", async () => {
    const restored = await openDatabase("sqlite::memory:");
    await sql`update changes set changed_at = '2026-01-01T00:00:00.000Z'`.execute(restored);
    await updateIndex(openIndexer(restored));
    expect(await find("story")).toEqual([]);
    await restored.destroy();
  });

  async function replaceFile(): Promise<void> {
    await writeFile(`${path}.new`, "Not a database. ".repeat(100));
    for (const suffix of ["-wal", "-shm"]) await rm(path + suffix, { force: true });
    await rename(`${path}.new`, path);
  }

  /** Overwrites the data of the first window's FTS5 table, as a failing disk might. */
  async function overwritePages(): Promise<void> {
    using database = new DatabaseSync(path, { defensive: false });
    database.exec("update search_1_data set block = randomblob(8)");
  }

  async function forgetChanges(): Promise<void> {
    await recordArticleChanges(store, "article", [1], []);
    await deleteOldChanges(store, "2026-01-01", "9999");
    await sql`delete from changes where id < (select max(id) from changes)`.execute(store);
  }
});

it("replaces the index that earlier versions kept in the store", async () => {
  const file = join(folder, "store.db");
  const old = await openDatabase(`sqlite:${file}`);
  await sql`create virtual table search_1 using fts5(title, content='', contentless_delete=1)`.execute(old);
  await sql`create table search_windows (number integer primary key, first_key integer not null)`.execute(old);
  await sql`create table search_articles (id integer primary key, key integer, tags text)`.execute(old);
  await migrations["0020-search-file"]?.up(old);
  await old.destroy();
  using opened = new DatabaseSync(file);
  expect(opened.prepare("select name from sqlite_schema where name like 'search%'").all()).toEqual([]);
});
