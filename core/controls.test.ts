import { expect, it } from "vitest";
import { removeControls, removeControlsWithin, toCleanLine } from "./controls.ts";

it("removes control characters, bidirectional overrides and isolates, and forbidden characters", () => {
  for (const code of [
    0, 8, 0x0b, 0x1b, 0x7f, 0x80, 0x9f, 0xad, 0x200b, 0x2060, 0xfeff, 0x202a, 0x202e, 0x2066, 0x2069, 0xfffe,
  ])
    expect(removeControls(`a${String.fromCodePoint(code)}b`), code.toString(16)).toBe("ab");
});

it("keeps tabs, line breaks, directional marks, joiners and all letters", () => {
  for (const text of ["a\tb\r\nc", "א\u200f\u200e", "👩\u200d🚀", "می\u200cخواهم", "क्\u200dष", "e\u0301"])
    expect(removeControls(text)).toBe(text);
});

it("removes joiners from words in scripts that do not join letters", () => {
  expect(removeControls("Neigh\u00adbor\u200dho\u200cod, при\u200dвет")).toBe("Neighborhood, привет");
});

it("replaces lone surrogates, which cannot be encoded", () => {
  expect(removeControls("a\ud800")).toBe("a\ufffd");
});

it("puts a text on one line", () => {
  expect(toCleanLine(" a\u202e\n\t b\u0000 ")).toBe("a b");
});

it("cleans texts within arrays and objects, and keeps other values", () => {
  const bytes = new Uint8Array(2);
  const value = { a: ["x\u0000", 1, null], "k\u202e": { b: "\u2066y" }, bytes };
  expect(removeControlsWithin(value)).toEqual({ a: ["x", 1, null], k: { b: "y" }, bytes });
});
