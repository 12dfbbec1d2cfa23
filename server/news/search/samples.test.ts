import { afterAll, beforeAll, expect, it } from "vitest";
import { readRequest } from "../../../core/search/request.ts";
import { type Edition, loadEditions } from "../../editions/load.ts";
import { openDatabase } from "../../store/open.ts";
import type { Database } from "../../store/schema.ts";
import { createSearch } from "./search.ts";

let database: Database;
let edition: Edition;

beforeAll(async () => {
  database = await openDatabase("sqlite::memory:");
  edition = (await loadEditions("editions"))[0] as Edition;
});

afterAll(() => database.destroy());

async function find(parameters: Record<string, string>): Promise<string[]> {
  const { results } = await createSearch(edition, database).find(readRequest(new URLSearchParams(parameters)));
  return results.map(({ story }) => story.title);
}

it("finds the edition's own stories in sections without news, and filters them", async () => {
  const [section, other] = edition.sections.map(({ slug }) => slug);
  const sample = edition.samples.get(section ?? "")?.[0];
  const publisher = edition.sections[0]?.feeds[0]?.publisher ?? "";
  if (!section || !other || !sample) throw new Error("The edition has no stories of its own.");
  const day = sample.date.slice(0, 10);
  expect((await find({ q: sample.title }))[0]).toBe(sample.title);
  expect(await find({ q: `"${sample.title}"`, section })).toEqual([sample.title]);
  expect(await find({ q: `"${sample.title}"`, section: other })).toEqual([]);
  expect(await find({ q: `"${sample.title}"`, source: publisher })).toEqual([]);
  expect(await find({ q: `"${sample.title}"`, pictures: "1" })).toEqual([]);
  expect(await find({ q: `"${sample.title}"`, order: "date", to: day })).toEqual([sample.title]);
  expect(await find({ q: `"${sample.title}"`, to: "2000-01-01" })).toEqual([]);
});

it("lists the edition's own stories by date", async () => {
  const newest = [...edition.samples.values()].flat().sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
  expect((await find({ section: "", order: "date", from: "2000-01-01" }))[0]).toBe(newest[0]?.title);
});
