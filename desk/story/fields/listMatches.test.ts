import { expect, it } from "vitest";
import { listMatches } from "./listMatches.ts";

const AUTHORS = ["Ana Ruiz", "Ben Cole", "José Anaya", "Joan Cole"];

it("offers names that contain what was typed, those that begin with it first", () => {
  expect(listMatches(AUTHORS, [], "ana")).toEqual(["Ana Ruiz", "José Anaya"]);
  expect(listMatches(AUTHORS, [], "jose")).toEqual(["José Anaya"]);
});

it("leaves out chosen names, and offers all others before anything is typed", () => {
  expect(listMatches(AUTHORS, ["Ben Cole"], "")).toEqual(["Ana Ruiz", "José Anaya", "Joan Cole"]);
  expect(listMatches(AUTHORS, ["Ben Cole"], "cole")).toEqual(["Joan Cole"]);
});
