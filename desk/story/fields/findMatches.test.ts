import { expect, it } from "vitest";
import { findMatches } from "./findMatches.ts";

const AUTHORS = ["Ana Ruiz", "Ben Cole", "José Anaya", "Joan Cole"];

it("offers names that contain what was typed, those that begin with it first", () => {
  expect(findMatches(AUTHORS, [], "ana")).toEqual(["Ana Ruiz", "José Anaya"]);
  expect(findMatches(AUTHORS, [], "jose")).toEqual(["José Anaya"]);
});

it("leaves out chosen names, and offers all others before anything is typed", () => {
  expect(findMatches(AUTHORS, ["Ben Cole"], "")).toEqual(["Ana Ruiz", "José Anaya", "Joan Cole"]);
  expect(findMatches(AUTHORS, ["Ben Cole"], "cole")).toEqual(["Joan Cole"]);
});
