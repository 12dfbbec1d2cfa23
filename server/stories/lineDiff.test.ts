import fc from "fast-check";
import { expect, it } from "vitest";
import { diffLines } from "./lineDiff.ts";

const format = (before: string, after: string) => diffLines(before, after).map(({ sign, line }) => sign + line);

it("marks removed and added lines between those that both texts have", () => {
  expect(format("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"]);
});

it("has no marks for equal texts", () => {
  expect(format("a\nb", "a\nb")).toEqual([" a", " b"]);
});

it("contains both texts, whatever they are", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 8 }).map((l) => l.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const without = (sign: string) =>
        lines
          .filter((line) => line.sign !== sign)
          .map(({ line }) => line)
          .join("\n");
      expect([without("+"), without("-")]).toEqual([before, after]);
    }),
  );
});
