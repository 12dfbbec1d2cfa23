import { expect, it } from "vitest";
import { openDatabase } from "../../store/open.ts";
import { createDraft } from "../createDraft.ts";
import { saveCopy } from "./saveCopy.ts";
import { thinCopies } from "./thinCopies.ts";

const START = Date.parse("2026-11-26T08:00:00.000Z");
const MINUTE_MS = 60_000;

it("thins the autosaves of stories, in batches, until nothing is dispensable", async () => {
  await using database = await openDatabase("sqlite::memory:");
  const edition = { id: "pier", language: "en", timeZone: "UTC", sections: [], samplesBySlug: new Map() };
  const actor = { isOperator: true as const, name: "Ada" };
  const toInstant = (minutes: number) => new Date(START + minutes * MINUTE_MS).toISOString();
  const editAt = (minutes: number) => ({ database, edition, actor, now: toInstant(minutes) });
  const id = await createDraft(editAt(0), "key-of-story");
  for (let minute = 1; minute <= 40; minute++) {
    const content = { title: "Pier", deck: "", sections: [], byline: [], place: "", topics: [], body: `${minute}` };
    await saveCopy(editAt(minute), id, { key: `key-of-save-${minute}`, baseRevision: minute - 1, content });
  }
  const listLeft = async () => {
    const rows = await database.selectFrom("story_revisions").select("revision").orderBy("revision").execute();
    return rows.map(({ revision }) => revision);
  };
  // Autosaves of the last hour are all kept.
  expect(await thinCopies(database, toInstant(60), 500)).toEqual({ deleted: 0, isLast: true });
  // Of the saves in minutes 1 to 9, only the last stays.
  expect(await thinCopies(database, toInstant(75), 5)).toEqual({ deleted: 5, isLast: false });
  while (!(await thinCopies(database, toInstant(75), 5)).isLast);
  expect(await listLeft()).toEqual([0, 9, ...Array.from({ length: 26 }, (_, index) => 15 + index)]);
  while (!(await thinCopies(database, toInstant(200), 500)).isLast);
  expect(await listLeft()).toEqual([0, 9, 19, 29, 39, 40]);
  while (!(await thinCopies(database, toInstant(3000), 500)).isLast);
  expect(await listLeft()).toEqual([0, 39, 40]);
  expect(await database.selectFrom("story_copies").select(["revision", "thin_at"]).execute()).toEqual([
    { revision: 40, thin_at: null },
  ]);
});
