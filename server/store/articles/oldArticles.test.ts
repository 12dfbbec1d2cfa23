import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillWithArticles, MANY_FEED } from "../../../tests/support/manyArticles.ts";
import { findLastChange, listChangeGroups } from "../changes.ts";
import { openDatabase } from "../open.ts";
import type { Database } from "../schema/schema.ts";
import { type DeletionCursor, deleteOldArticles, FIRST_CURSOR } from "./oldArticles.ts";

const FUTURE = "9000-01-01T00:00:00.000Z";

let database: Database;
beforeEach(async () => {
  database = await openDatabase("sqlite::memory:");
});
afterEach(() => database.destroy());

/** Deletes all articles that may be deleted, and returns the size of each batch. */
async function deleteAll(batchSize: number): Promise<number[]> {
  const sizes: number[] = [];
  for (let cursor: DeletionCursor | null = FIRST_CURSOR; cursor !== null; ) {
    const batch = await deleteOldArticles(database, FUTURE, cursor, batchSize);
    sizes.push(batch.deleted);
    cursor = batch.next;
  }
  return sizes;
}

async function listIds(): Promise<number[]> {
  const rows = await database.selectFrom("articles").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

describe("deleteOldArticles", () => {
  it("keeps the newest 30 of each feed, in whatever batches", async () => {
    await fillWithArticles(database, "chicago", 90);
    expect(await deleteAll(40)).toEqual([40, 20, 0]);
    expect(await listIds()).toEqual(Array.from({ length: 30 }, (_, index) => 61 + index));
    expect(await deleteAll(40)).toEqual([0]);
  });

  it("keeps articles that were taken down, and articles that another feed has as one of its newest", async () => {
    await fillWithArticles(database, "chicago", 140);
    const entry = { feed_url: "https://other.example/", entry_key: "key", article_id: 5, sorted_at: "2020-01-01" };
    await database.insertInto("entries").values(entry).execute();
    await deleteAll(50);
    expect((await listIds()).slice(0, 3)).toEqual([5, 97, 111]);
  });

  it("leaves newer articles, and records those that it deleted with their feeds", async () => {
    await fillWithArticles(database, "chicago", 90);
    const rows = await database.selectFrom("articles").select("sorted_at").where("id", "=", 11).execute();
    const before = await findLastChange(database);
    const { deleted } = await deleteOldArticles(database, rows[0]?.sorted_at ?? "", FIRST_CURSOR, 50);
    const changes = await listChangeGroups(database, before);
    expect([deleted, changes.map(({ sourceUrl }) => sourceUrl)]).toEqual([10, [MANY_FEED]]);
    expect(changes).toEqual([{ kind: "deletion", edition: null, sourceUrl: MANY_FEED, id: before + 10 }]);
    expect((await listIds())[0]).toBe(11);
  });
});
