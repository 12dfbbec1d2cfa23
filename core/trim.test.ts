import { expect, it } from "vitest";
import { trimChars, trimEndChars } from "./trim.ts";

it("removes the given characters from the ends only", () => {
  expect(trimEndChars("https://a.example//", /\//)).toBe("https://a.example");
  expect(trimChars(" ,a, b;; ", /[\s,;]/)).toBe("a, b");
  expect(trimChars(" , ", /[\s,]/)).toBe("");
  expect(trimEndChars("", /x/)).toBe("");
});
