import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseQuery, type Query } from "../../../core/search/query.ts";
import { findArticles } from "./find.ts";
import { EVERY_ARTICLE, foldArticle } from "./indexing.ts";
import { openSearchIndex } from "./searchIndex.ts";
import { LAST_KEY, toSearchKey } from "./searchKey.ts";
import { createWindow, insertArticles } from "./windows.ts";

const ARTICLES = 8000;
const WINDOW = 2000;
const ENOUGH_HITS = 300;
/** Number of newest articles that every search reads. */
const READ = WINDOW;

const index = openSearchIndex(":memory:", "en");
const database = await index.use(async (opened) => opened);
const texts = new Map<number, string>();

beforeAll(async () => {
  const articles = Array.from({ length: ARTICLES }, (_, index) => {
    const id = index + 1;
    const sortedAt = new Date(Date.UTC(2025, 0, 1) + id * 100_000).toISOString();
    const text = { title: "", excerpt: "", html: textOf(id), author: "Staff Writer", categories: [], tags: [] };
    return { id, sortedAt, ...foldArticle(text, "en") };
  });
  for (const { id, sortedAt, body } of articles) texts.set(toSearchKey(sortedAt, id), body);
  for (let number = 2; number * WINDOW <= ARTICLES; number++)
    await createWindow(database, { number, first_key: keys()[ARTICLES - (number - 1) * WINDOW] ?? 0 });
  await database.transaction().execute((transaction) => insertArticles(transaction, articles));
});

afterAll(() => index.close());

/** Returns a text with "north side" or "side north", rarely with "lake shore", and mostly with "quiet". */
function textOf(id: number): string {
  const ends = id % 700 === 3 ? "lake shore" : "shore lake";
  return `${id % 2 === 0 ? "north side" : "side north"} of the ${ends} ${id % 400 === 9 ? "" : "quiet"}`;
}

/** Returns the keys of all matches in a range, newest first. Compares the texts, without using the index. */
function expected({ required, excluded }: Query, low: number, high: number): number[] {
  const has = (text: string, words: string[]) => ` ${text} `.includes(` ${words.join(" ")} `);
  return keys().filter((key) => {
    const text = texts.get(key) ?? "";
    return (
      key >= low &&
      key <= high &&
      required.every(({ words }) => has(text, words)) &&
      !excluded.some(({ words }) => has(text, words))
    );
  });
}

const keys = () => [...texts.keys()].sort((a, b) => b - a);

async function find(query: Query, range: { low: number; high: number }, enoughHits: number, isOldestFirst = false) {
  const { hits } = await findArticles(database, { query, tags: [], range, enoughHits, isOldestFirst }, () => 0);
  return hits.map(({ key }) => key);
}

describe.each([
  "quiet",
  '"north side"',
  "north quiet",
  '"lake shore"',
  "north -quiet",
  "-quiet",
  '"shore side"',
  '"lake shore" -quiet north',
  '"side lake"',
  '-"side lake" -quiet',
  'north -"quiet zebra"',
])("findArticles, %s", (text) => {
  const query = parseQuery(text, "en", false);

  it.each([0, 1, 700, 5000])("finds the newest matches, leaving out the newest %d articles", async (newer) => {
    const range = { low: 0, high: newer === 0 ? LAST_KEY : (keys()[newer] ?? 0) };
    const found = await find(query, range, ENOUGH_HITS);
    const all = expected(query, 0, range.high);
    expect(found).toEqual(all.slice(0, found.length));
    const bound = keys()[newer + READ] ?? 0;
    expect(found.length).toBeGreaterThanOrEqual(Math.min(ENOUGH_HITS, all.filter((key) => key >= bound).length));
  });

  it.each([
    [0, 900],
    [500, 1400],
    [3500, 4400],
    [7000, 7900],
  ])("finds all matches of a range in both orders: articles %d to %d from the newest", async (newer, older) => {
    const [high = 0, low = 0] = [keys()[newer], keys()[older]];
    const all = expected(query, low, high);
    expect(await find(query, { low, high }, ARTICLES)).toEqual(all);
    expect(await find(query, { low, high }, ARTICLES, true)).toEqual(all.reverse());
  });
});

it("reads no further window when its time is up, and reports that there may be more", async () => {
  const query = parseQuery('"side lake"', "en", false);
  const readings: number[] = [];
  const tick = () => {
    readings.push(0);
    return readings.length * 1000;
  };
  const search = { query, tags: [], range: { low: 0, high: LAST_KEY }, enoughHits: ENOUGH_HITS };
  expect(await findArticles(database, search, tick)).toEqual({ hits: [], hasMore: true });
  expect(readings).toHaveLength(2);
  expect(await findArticles(database, search, () => 0)).toEqual({ hits: [], hasMore: false });
});

it("scores every hit, and rare words higher than common ones", async () => {
  const search = { tags: [], range: { low: 0, high: LAST_KEY }, enoughHits: ENOUGH_HITS, isRanked: true };
  const rare = await findArticles(database, { ...search, query: parseQuery('"lake shore"', "en", false) });
  const common = await findArticles(database, { ...search, query: parseQuery("quiet", "en", false) });
  expect(rare.hits).toHaveLength(expected(parseQuery('"lake shore"', "en", false), 0, LAST_KEY).length);
  expect(Math.min(...rare.hits.map(({ score }) => score))).toBeGreaterThan(
    Math.max(...common.hits.map(({ score }) => score)),
  );
});

it("scores a phrase and a word alike, whether the query has a filter or not", async () => {
  const search = { range: { low: 0, high: LAST_KEY }, enoughHits: ENOUGH_HITS, isRanked: true };
  for (const text of ['"north side"', 'quiet "north side"']) {
    const query = parseQuery(text, "en", false);
    const plain = await findArticles(database, { ...search, query, tags: [] });
    expect(await findArticles(database, { ...search, query, tags: [[EVERY_ARTICLE]] })).toEqual(plain);
  }
});

it("finds nothing for an empty list of tags", async () => {
  const search = {
    query: parseQuery("quiet", "en"),
    tags: [[]],
    range: { low: 0, high: LAST_KEY },
    enoughHits: ENOUGH_HITS,
  };
  expect(await findArticles(database, search)).toEqual({ hits: [], hasMore: false });
});
