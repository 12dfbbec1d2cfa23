import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseQuery } from "../../../core/search/query.ts";
import { fillWithArticles } from "../../../tests/support/manyArticles.ts";
import { createLog } from "../../log.ts";
import { migrations } from "../migrations.ts";
import { openDatabase } from "../open.ts";
import type { Database } from "../schema.ts";
import { findArticles } from "./find.ts";
import { ensureSearchIndex, indexArticles } from "./indexing.ts";
import { LAST_KEY, toArticleId } from "./searchKey.ts";
import { listWindows } from "./windows.ts";

let database: Database;

beforeEach(async () => {
  database = await openDatabase("sqlite::memory:");
});

afterEach(() => database.destroy());

/** Returns the ids of the articles that a query finds. */
async function find(text: string, store = database): Promise<number[]> {
  const search = { query: parseQuery(text, false), tags: [], range: { low: 0, high: LAST_KEY }, enoughHits: 5000 };
  const { hits } = await findArticles(store, search);
  return hits.map(({ key }) => toArticleId(key)).sort((a, b) => a - b);
}

async function dropIndex(): Promise<void> {
  for (const table of ["search_windows", "search_articles", "search_1"])
    await database.schema.dropTable(table).execute();
}

async function setTakenDown(id: number, taken_down_at: string | null): Promise<void> {
  await database.updateTable("articles").set({ taken_down_at }).where("id", "=", id).execute();
  await indexArticles(database, [id]);
}

describe("indexArticles", () => {
  it("starts a new window when the newest is full, and finds every article once", async () => {
    await fillWithArticles(database, "an edition", 1500, 1);
    for (let first = 1; first <= 1500; first += 100) {
      const ids = Array.from({ length: 100 }, (_, index) => first + index);
      await indexArticles(database, ids, 600);
    }
    expect((await listWindows(database)).length).toBeGreaterThan(2);
    const stored = await database.selectFrom("articles").select("id").where("taken_down_at", "is", null).execute();
    expect(await find("story")).toEqual(stored.map(({ id }) => id));
    for (const id of [1, 100, 590, 700, 1500]) {
      expect(await find(`"story ${id}"`)).toEqual([id]);
      await setTakenDown(id, "2026-01-01T00:00:00.000Z");
      expect(await find(`"story ${id}"`)).toEqual([]);
      await setTakenDown(id, null);
      expect(await find(`"story ${id}"`)).toEqual([id]);
    }
  });
});

describe("ensureSearchIndex", () => {
  it("builds the index of stored articles once, and logs it", async () => {
    await fillWithArticles(database, "an edition", 900, 1);
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => lines.push(line) });
    await ensureSearchIndex(database, log);
    expect(lines).toEqual([]);
    await dropIndex();
    await ensureSearchIndex(database, log);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["building the search index", "search index built"]);
    expect(await find("story")).toHaveLength(900 - Math.floor(900 / 97));
  });

  it("replaces the index of earlier versions", async () => {
    await fillWithArticles(database, "an edition", 100, 1);
    await dropIndex();
    await sql`create virtual table search using fts5(title, marks, content='', contentless_delete=1)`.execute(database);
    await sql`create table search_words (word text primary key, level integer not null) without rowid`.execute(
      database,
    );
    await migrations["0013-search-windows"]?.up(database);
    const old = sql`select name from sqlite_schema where name in ('search', 'search_words')`;
    expect((await old.execute(database)).rows).toEqual([]);
    await ensureSearchIndex(database);
    expect(await find('"story 98"')).toEqual([98]);
  });
});
