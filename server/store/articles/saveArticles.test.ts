import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Article, Feed } from "../../../core/article.ts";
import { slugify } from "../../../core/slug.ts";
import { recordFollows } from "../feeds/feeds.ts";
import { openDatabase } from "../open.ts";
import type { Database } from "../schema/schema.ts";
import { insertStaffStory, redirectSlug } from "../stories/staffStories.ts";
import { findArticleBySlug } from "./articles.ts";
import { listNewestArticles } from "./headlines.ts";
import { saveArticles } from "./saveArticles.ts";

const FEED = "https://news.example/rss.xml";
const OTHER = "https://other.example/rss.xml";
const NOON = "2025-04-17T12:00:00.000Z";
const LATER = "2025-04-17T13:00:00.000Z";

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "broadsheet-store-"));
  database = await openDatabase(`sqlite:${join(folder, "store.db")}`);
});

afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

function article(title: string, fields: Partial<Article> = {}): Article {
  const slug = slugify(title);
  return {
    title,
    link: `https://news.example/${slug}`,
    guid: `guid-${slug}`,
    author: "Staff Writer",
    publishedAt: "2025-04-17T08:00:00.000Z",
    updatedAt: null,
    descriptionHtml: "",
    contentHtml: "",
    excerpt: "",
    image: null,
    enclosures: [],
    categories: [],
    slug,
    ...fields,
  };
}

const createFeed = (...articles: Article[]): Feed => ({
  kind: "rss",
  title: "",
  description: "",
  link: null,
  language: null,
  articles,
});
const save = (url: string, now: string, ...articles: Article[]) =>
  saveArticles(database, {
    feedUrl: url,
    feed: createFeed(...articles),
    now,
    isReserved: (slug) => slug === "reserved",
  });
const getTitles = async (...urls: string[]) =>
  (await listNewestArticles(database, { edition: "", feedUrls: urls }, 15)).map(({ title }) => title);
const getSlugs = async (...urls: string[]) =>
  (await listNewestArticles(database, { edition: "", feedUrls: urls }, 15)).map(({ slug }) => slug);

describe("saveArticles", () => {
  it("adds a new article once, however often the feed is polled", async () => {
    expect(await save(FEED, NOON, article("One"), article("Two"))).toMatchObject({ added: 2, changed: 0 });
    expect(await save(FEED, LATER, article("One"), article("Two"))).toEqual({ added: 0, changed: 0 });
    expect(await getTitles(FEED)).toEqual(["One", "Two"]);
  });

  it("stores an edited title with the date of the update, and keeps the first date and the slug", async () => {
    await save(FEED, NOON, article("One"));
    const edited = article("One, corrected", { guid: "guid-one", publishedAt: "2025-04-17T09:00:00.000Z" });
    expect(await save(FEED, LATER, edited)).toMatchObject({ added: 0, changed: 1 });
    const [stored] = await listNewestArticles(database, { edition: "", feedUrls: [FEED] }, 15);
    expect(stored).toMatchObject({
      title: "One, corrected",
      slug: "one",
      publishedAt: "2025-04-17T08:00:00.000Z",
      updatedAt: "2025-04-17T09:00:00.000Z",
    });
  });

  it("recognizes an entry with a new guid by its link", async () => {
    await save(FEED, NOON, article("One"));
    await save(FEED, LATER, article("One", { guid: "another" }));
    expect(await getTitles(FEED)).toEqual(["One"]);
  });

  it("keeps entries with one link and different guids apart", async () => {
    const link = "https://news.example/";
    await save(FEED, NOON, article("One", { link }), article("Two", { link }));
    await save(FEED, LATER, article("One", { link }), article("Two", { link }), article("Three", { link }));
    expect((await getTitles(FEED)).sort()).toEqual(["One", "Three", "Two"]);
  });

  it("gives equal titles distinct slugs and skips reserved ones", async () => {
    await save(FEED, NOON, article("Rain"), article("Rain!", { guid: "b", link: null }), article("Reserved"));
    expect(await getSlugs(FEED)).toEqual(["rain", "rain-2", "reserved-2"]);
  });

  it("gives no article the address of a staff story, also before its publication and after a new title", async () => {
    const id = await insertStaffStory(database, "chicago", "present", null);
    await redirectSlug(database, id, "former", "present");
    await save(FEED, NOON, article("Present"), article("Former"));
    expect(await getSlugs(FEED)).toEqual(["present-2", "former-2"]);
  });

  it("gives a title without letters a slug", async () => {
    await save(FEED, NOON, article("???", { link: null, guid: "q" }), article("!!!", { link: null, guid: "e" }));
    expect(await getSlugs(FEED)).toEqual(["story", "story-2"]);
  });

  it("keeps the newest 15 of a feed", async () => {
    const days = Array.from({ length: 20 }, (_, day) =>
      article(`Day ${day}`, { publishedAt: new Date(Date.UTC(2025, 2, day + 1)).toISOString() }),
    );
    expect(await save(FEED, NOON, ...days)).toMatchObject({ added: 15, changed: 0 });
    expect(await getTitles(FEED)).toEqual(Array.from({ length: 15 }, (_, index) => `Day ${19 - index}`));
  });

  const getDates = async (feed: string) =>
    (await listNewestArticles(database, { edition: "", feedUrls: [feed] }, 15)).map(
      ({ title, publishedAt, sortedAt }) => [title, publishedAt, sortedAt],
    );

  it("dates an article with a future date by its first fetch, and keeps that date", async () => {
    const future = { publishedAt: "2031-01-01T00:00:00.000Z", guid: "future" };
    await save(FEED, NOON, article("Future", future));
    await save(FEED, LATER, article("Future, edited", future));
    expect(await getDates(FEED)).toEqual([["Future, edited", NOON, NOON]]);
  });

  it("gives an article without a date none, and sorts it after the feed's others, even after an edit", async () => {
    const dated = (title: string, publishedAt: string) => article(title, { publishedAt });
    const undated = (title: string) => article(title, { publishedAt: null, guid: "undated" });
    const [newer, older] = ["2025-04-17T08:00:00.000Z", "2025-04-16T08:00:00.000Z"];
    await save(FEED, NOON, undated("Undated"), dated("Older", older), dated("Newer", newer));
    await save(FEED, LATER, undated("Undated, edited"));
    expect(await getDates(FEED)).toEqual([
      ["Newer", newer, newer],
      ["Older", older, older],
      ["Undated, edited", null, older],
    ]);
  });

  it("sorts the articles of a feed without dates as a day old, in the feed's order", async () => {
    const [one, two] = ["One", "Two"].map((title) => article(title, { publishedAt: null })) as [Article, Article];
    await save(FEED, NOON, one, two);
    const dayBefore = "2025-04-16T12:00:00.000Z";
    expect(await getDates(FEED)).toEqual([
      ["One", null, dayBefore],
      ["Two", null, dayBefore],
    ]);
  });

  it("keeps articles apart whose links differ in a fragment alone or lead to a home page", async () => {
    const notes = ["a", "b", "c"].map((part) =>
      article(`Note ${part}`, { link: `https://news.example/notes#${part}` }),
    );
    await save(FEED, NOON, ...notes);
    expect((await getTitles(FEED)).sort()).toEqual(["Note a", "Note b", "Note c"]);
    await save(OTHER, NOON, article("Alert one", { link: "https://other.example/", guid: "1" }));
    await save(OTHER, LATER, article("Alert two", { link: "https://other.example/", guid: "2" }));
    expect((await getTitles(OTHER)).sort()).toEqual(["Alert one", "Alert two"]);
  });

  it("stores the first of two entries with one guid and link and finds no change in the next poll", async () => {
    const link = "https://news.example/x";
    const twice = [article("First", { guid: "x", link }), article("Second", { guid: "x", link })];
    expect(await save(FEED, NOON, ...twice)).toMatchObject({ added: 1, changed: 0 });
    expect(await save(FEED, LATER, ...twice)).toEqual({ added: 0, changed: 0 });
    expect(await getTitles(FEED)).toEqual(["First"]);
  });

  it("lets a second feed carry an article but not change it", async () => {
    await save(FEED, NOON, article("One"));
    await save(OTHER, LATER, article("One, by another paper", { link: "http://www.news.example/one/#top", guid: "x" }));
    expect(await getTitles(FEED, OTHER)).toEqual(["One"]);
    expect(await getTitles(OTHER)).toEqual(["One"]);
  });

  it("finds articles that were taken down by an index", async () => {
    const { rows } = await sql<{ detail: string }>`explain query plan
      select id from articles where feed_url = 'f' and title = 't' and taken_down_at is not null`.execute(database);
    expect(rows.map(({ detail }) => detail).join()).toContain("USING INDEX articles_taken_down");
  });

  it("stores nothing if one article fails", async () => {
    const broken = article("Two", { excerpt: undefined as unknown as string });
    await expect(save(FEED, NOON, article("One"), broken)).rejects.toThrow();
    expect(await getTitles(FEED)).toEqual([]);
  });
});

describe("findArticleBySlug", () => {
  it("finds an article only for editions that have ever followed its feed", async () => {
    await save(FEED, NOON, article("One"));
    await recordFollows(database, [{ edition: "chicago", section: "local", feed_url: FEED }]);
    expect(await findArticleBySlug(database, "chicago", "one")).toMatchObject({
      article: { title: "One" },
      sections: ["local"],
    });
    expect(await findArticleBySlug(database, "springfield", "one")).toBeUndefined();
    expect(await findArticleBySlug(database, "chicago", "two")).toBeUndefined();
  });
});
