import { afterAll, beforeEach, expect, it } from "vitest";
import { findClockRecord, recordClock } from "../store/clock.ts";
import { openDatabase } from "../store/open.ts";
import { createTimeWitnesses } from "./timeWitnesses.ts";

const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 10, 26, 8);
const database = await openDatabase("sqlite::memory:");
const toDate = (at: number) => new Date(at).toUTCString();

beforeEach(() => recordClock(database, NOW - 3 * 24 * 60 * MINUTE_MS));
afterAll(() => database.destroy());

/** Returns true if the clock is recorded as trusted after the given responses. */
async function isConfirmed(responses: readonly [host: string, headers: Record<string, string>][]): Promise<boolean> {
  const hear = createTimeWitnesses(database, () => NOW);
  for (const [host, headers] of responses) await hear(`https://${host}/feed`, headers);
  return (await findClockRecord(database)) === NOW;
}

it("trusts a clock that two hosts confirm, also through a cache", async () => {
  const copy = { date: toDate(NOW - 60 * MINUTE_MS), age: "3600" };
  expect(
    await isConfirmed([
      ["a.example", { date: toDate(NOW) }],
      ["b.example", copy],
    ]),
  ).toBe(true);
});

it.each<[string, [string, Record<string, string>][]]>([
  [
    "one host, twice",
    [
      ["a.example", { date: toDate(NOW) }],
      ["a.example", { date: toDate(NOW) }],
    ],
  ],
  [
    "responses without a date",
    [
      ["a.example", {}],
      ["b.example", { date: "soon" }],
    ],
  ],
  [
    "two hosts a year back",
    [
      ["a.example", { date: toDate(NOW - 5e10) }],
      ["b.example", { date: toDate(NOW - 5e10) }],
    ],
  ],
  [
    "as many hosts as contradict",
    [
      ["a.example", { date: toDate(NOW - 5e10) }],
      ["b.example", { date: toDate(NOW - 5e10) }],
      ["c.example", { date: toDate(NOW) }],
      ["d.example", { date: toDate(NOW) }],
    ],
  ],
])("does not trust a clock because of %s", async (_, responses) => {
  expect(await isConfirmed(responses)).toBe(false);
});
