import { expect, it } from "vitest";
import { measureCpuMs } from "../../../tests/support/cpuTime.ts";
import { scaleLimit } from "../../../tests/support/scaleLimit.ts";
import { isTeaser, trimTeaser } from "./boilerplate.ts";

it.each([
  ["The library opens. Read more about it at The Ledger.", "The library opens."],
  ["Der Fluss stieg. Weiterlesen →", "Der Fluss stieg."],
  ["La rivière monte. Lire la suite", "La rivière monte."],
  ["The council met and Read more »", "The council met and"],
  ["Continue reading The council met →", ""],
  ["This story originally appeared in The Ledger.", ""],
])("shortens %j", (line, left) => {
  expect(trimTeaser(line)).toBe(left);
});

it.each([
  "Read on the couch, she said.",
  "Read more books this summer.",
  "“Read more,” he said.",
  "Keep reading, librarians urge",
  "Continue reading programs, the board says.",
  "The story first appeared in 1920. It made him famous.",
])("keeps %j", (line) => {
  expect(trimTeaser(line)).toBe(line);
});

it("tells links to the story itself from others", () => {
  expect(["More »", "[…]", "★", "Read more", "Continue reading: The fair"].map(isTeaser)).not.toContain(false);
  expect(["More rain", "The fair", "⇧????", "2"].map(isTeaser)).not.toContain(true);
});

it.each(["Continue reading ", "This article ", "The story is ", "[more ", "Read more. "])(
  "reads 200,000 characters of %j in under 1 s",
  async (part) => {
    const line = part.repeat(200_000 / part.length);
    expect(await measureCpuMs(() => trimTeaser(line))).toBeLessThan(scaleLimit(1000));
  },
);
