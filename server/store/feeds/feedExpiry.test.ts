import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillWithArticles, MANY_FEED } from "../../../tests/support/manyArticles.ts";
import { openDatabase } from "../open.ts";
import type { Database } from "../schema/schema.ts";
import { deleteFeedArticles, deleteFollow, listExpiredFollows, listKeepDays } from "./feedExpiry.ts";
import { recordFollows, recordLeftFeeds } from "./feeds.ts";

const LEFT = "2026-04-20T00:00:00.000Z";
const OTHER_FEED = "https://other.example/";
const DAY_MS = 24 * 60 * 60_000;

let database: Database;
beforeEach(async () => {
  database = await openDatabase("sqlite::memory:");
});
afterEach(() => database.destroy());

const follow = (edition: string, keep_days: number | null = null, feed_url = MANY_FEED) => ({
  edition,
  section: "local",
  feed_url,
  keep_days,
});

async function listIds(): Promise<number[]> {
  const rows = await database.selectFrom("articles").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

async function addEntry(articleId: number): Promise<void> {
  const entry = { feed_url: OTHER_FEED, entry_key: `${articleId}`, article_id: articleId, sorted_at: "2020-01-01" };
  await database.insertInto("entries").values(entry).execute();
}

describe("deleteFeedArticles", () => {
  it("deletes even the newest articles, and those that another feed carries, but not what was taken down", async () => {
    await fillWithArticles(database, "chicago", 20);
    await addEntry(3);
    await database.updateTable("articles").set({ taken_down_at: LEFT }).where("id", "=", 5).execute();
    const deleteBatch = () => deleteFeedArticles(database, MANY_FEED, "9000", 15);
    expect(await deleteBatch()).toEqual({ deleted: 15, isLast: false });
    expect(await deleteBatch()).toEqual({ deleted: 4, isLast: true });
    expect(await listIds()).toEqual([5]);
  });

  it("leaves newer articles", async () => {
    await fillWithArticles(database, "chicago", 20);
    const rows = await database.selectFrom("articles").select("sorted_at").where("id", "=", 11).execute();
    await deleteFeedArticles(database, MANY_FEED, rows[0]?.sorted_at ?? "", 50);
    expect((await listIds())[0]).toBe(11);
  });
});

describe("listKeepDays", () => {
  it("returns the lowest limit of all editions", async () => {
    await recordFollows(database, [follow("chicago", 30), follow("harbor", 7), follow("quay", null, OTHER_FEED)]);
    expect(await listKeepDays(database)).toEqual([{ feedUrl: MANY_FEED, keepDays: 7 }]);
    await recordFollows(database, [follow("harbor", null)]);
    expect(await listKeepDays(database)).toEqual([{ feedUrl: MANY_FEED, keepDays: 30 }]);
  });
});

describe("listExpiredFollows", () => {
  it.each([
    [null, 30],
    [7, 7],
  ])("returns feeds that left with keepDays %s after %i days", async (keepDays, days) => {
    await recordFollows(database, [follow("chicago", keepDays)]);
    await recordLeftFeeds(database, ["chicago"], [], LEFT);
    const at = (days: number) => listExpiredFollows(database, Date.parse(LEFT) + days * DAY_MS);
    expect(await at(days - 0.1)).toEqual([]);
    expect(await at(days)).toEqual([{ edition: "chicago", feedUrl: MANY_FEED }]);
  });

  it("forgets that a feed left if the edition follows it again, in whatever section", async () => {
    await recordFollows(database, [follow("chicago")]);
    await recordLeftFeeds(database, ["chicago"], [], LEFT);
    await recordFollows(database, [follow("chicago")]);
    await recordLeftFeeds(database, ["chicago"], [{ ...follow("chicago") }], LEFT);
    expect(await listExpiredFollows(database, Date.parse(LEFT) + 99 * DAY_MS)).toEqual([]);
  });

  it("keeps the feeds of editions whose files have become invalid", async () => {
    await recordFollows(database, [follow("chicago")]);
    await recordLeftFeeds(database, ["harbor"], [], LEFT);
    expect(await listExpiredFollows(database, Date.parse(LEFT) + 99 * DAY_MS)).toEqual([]);
  });
});

describe("deleteFollow", () => {
  const expired = { edition: "chicago", feedUrl: MANY_FEED };
  const listFollows = () => database.selectFrom("follows").select("edition").orderBy("edition").execute();

  it("deletes the feed's articles, except those that other feeds carry", async () => {
    await fillWithArticles(database, "chicago", 20);
    await addEntry(3);
    expect(await deleteFollow(database, expired, 15)).toEqual({ deleted: 15, isLast: false });
    expect(await listFollows()).toHaveLength(1);
    expect(await deleteFollow(database, expired, 15)).toEqual({ deleted: 4, isLast: true });
    expect(await listIds()).toEqual([3]);
    expect(await listFollows()).toEqual([]);
  });

  it("leaves the articles of a feed that another edition follows", async () => {
    await fillWithArticles(database, "chicago", 20);
    await recordFollows(database, [follow("harbor")]);
    expect(await deleteFollow(database, expired, 15)).toEqual({ deleted: 0, isLast: true });
    expect(await listIds()).toHaveLength(20);
    expect(await listFollows()).toEqual([{ edition: "harbor" }]);
  });
});
