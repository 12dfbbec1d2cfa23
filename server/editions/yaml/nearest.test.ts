import { expect, it } from "vitest";
import { findNearest } from "./nearest.ts";

const KEYS = ["name", "shortName", "timeZone", "hosts", "hero"];

it.each([
  ["timezone", "timeZone"],
  ["short-name", "shortName"],
  ["shrotName", "shortName"],
  ["nmae", "name"],
  ["host", "hosts"],
  ["colour", undefined],
  ["", undefined],
])("finds the key that was meant by %j", (word, meant) => {
  expect(findNearest(word, KEYS)).toBe(meant);
});
