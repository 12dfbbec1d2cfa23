import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokensOf } from "../../../core/search/fold.ts";
import { parseQuery } from "../../../core/search/query.ts";
import { fillWithArticles } from "../../../tests/support/manyArticles.ts";
import { workedMs } from "../../../tests/support/worked.ts";
import { openDatabase } from "../open.ts";
import type { Database } from "../schema.ts";
import { BOUND, createBounds } from "./bounds.ts";
import type { Sought } from "./search.ts";
import { indexStored } from "./searchIndex.ts";
import { LAST_KEY, searchKey } from "./searchKey.ts";
import { findAll, findNewest } from "./windows.ts";

/** Enough that the index is not read whole for words that stand in all of them. */
const ARTICLES = 20_000;
const LEVEL = 14;
/** So many of the newest are looked through in any case. */
const LOOKED_THROUGH = 3000;
const LIMIT = 300;
const EVERYTHING = { feedUrls: null, areMost: false, isPictured: false };

let database: Database;
const texts = new Map<number, string>();

beforeAll(async () => {
  database = await openDatabase("sqlite::memory:");
  await fillWithArticles(database, "an edition", ARTICLES, 1);
  const rows = await database.selectFrom("articles").select(["id", "sorted_at"]).execute();
  for (const { id, sorted_at } of rows) texts.set(searchKey(sorted_at, id), textOf(id));
  const all = JSON.stringify([...texts]);
  await sql`insert into search (rowid, title, deck, body, names, marks)
    select json_extract(value, '$[0]'), '', '', json_extract(value, '$[1]'), '', 'all' from json_each(${all})`.execute(
    database,
  );
  await createBounds(database);
});

afterAll(() => database.destroy());

/** Words of which some always and some hardly ever follow one another. */
function textOf(id: number): string {
  const ends = id % 700 === 3 ? "lake shore" : "shore lake";
  const text = `${id % 2 === 0 ? "north side" : "side north"} of the ${ends} ${id % 400 === 9 ? "" : "quiet"}`;
  return tokensOf(text)
    .map(({ word }) => word)
    .join(" ");
}

function soughtOf(query: string): Sought {
  const { wanted, unwanted } = parseQuery(query, false);
  const known = (clause: (typeof wanted)[number]) => ({
    ...clause,
    continuations: [],
    level: LEVEL,
    rarest: clause.words[0] ?? "",
    counts: { words: clause.words.map(() => 2 ** LEVEL), continuations: [] },
  });
  return { wanted: wanted.map(known), unwanted: unwanted.map(known) };
}

/** What there is to find, newest first, told from the texts alone. */
function expected({ wanted, unwanted }: Sought, low: number, high: number): number[] {
  const has = (text: string, words: string[]) => ` ${text} `.includes(` ${words.join(" ")} `);
  return [...texts]
    .filter(([key]) => key >= low && key <= high)
    .filter(
      ([, text]) => wanted.every(({ words }) => has(text, words)) && !unwanted.some(({ words }) => has(text, words)),
    )
    .map(([key]) => key)
    .sort((a, b) => b - a);
}

const keys = () => [...texts.keys()].sort((a, b) => b - a);

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
])("%s", (query) => {
  const sought = soughtOf(query);

  it.each([0, 1, 1500, 12_000])("is found among the newest but %d", async (newer) => {
    const range = { low: 0, high: newer === 0 ? LAST_KEY : (keys()[newer] ?? 0) };
    const found = await findNewest(database, sought, EVERYTHING, { range, limit: LIMIT });
    const all = expected(sought, 0, range.high);
    expect(found).toEqual(all.slice(0, found.length));
    const bound = keys()[newer + LOOKED_THROUGH] ?? 0;
    expect(found.length).toBeGreaterThanOrEqual(Math.min(LIMIT, all.filter((key) => key >= bound).length));
  });

  it.each([
    [0, 3000],
    [2000, 4000],
    [8000, 12_000],
    [15_000, 18_000],
  ])("is found whole in a range, from the newest but %d to the newest but %d", async (newer, older) => {
    const [high = 0, low = 0] = [keys()[newer], keys()[older]];
    expect(await findAll(database, sought, EVERYTHING, { low, high })).toEqual(expected(sought, low, high));
  });
});

it("reads no more than the range, also where it finds nothing there", async () => {
  const sought = soughtOf('"side lake"');
  const worked = (low = 0, high = 0) =>
    workedMs(async () => {
      for (let time = 0; time < 20; time++)
        expect(await findAll(database, sought, EVERYTHING, { low, high })).toEqual([]);
    });
  const high = keys()[10_000];
  await worked(0, high);
  expect((await worked(keys()[11_000], high)) * 2).toBeLessThan(await worked(0, high));
});

it("has the same bounds whether it is made before or after the articles", async () => {
  const other = await openDatabase("sqlite::memory:");
  await fillWithArticles(other, "an edition", 2100, 1);
  await indexStored(other);
  const before = await boundsOf(other);
  await createBounds(other);
  expect(before).toHaveLength(2);
  expect(await boundsOf(other)).toEqual(before);
  await other.destroy();
});

async function boundsOf(store: Database): Promise<number[]> {
  const { rows } = await sql<{ rowid: number }>`select rowid from search where search match ${BOUND}`.execute(store);
  return rows.map(({ rowid }) => rowid);
}
