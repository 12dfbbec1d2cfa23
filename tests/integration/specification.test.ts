import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Rows of the tables in docs/specification.md: a sentence and its tests. */
const ROWS = readFileSync("docs/specification.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (sentence|situation|-+) +\|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, sentence = "", checks = ""]): [string, string] => [sentence, checks]);

describe("the table of the specification", () => {
  it("has rows", () => {
    expect(ROWS.length).toBeGreaterThan(100);
  });

  it.each(ROWS)("names an existing test or a planned issue for: %s", (_sentence, checks) => {
    if (checks.startsWith("to come: ")) return;
    for (const check of checks.split("<br>")) {
      const [, file, words] = /^`([^`]+)`: (.+)$/.exec(check) ?? [];
      expect(file, check).toBeDefined();
      expect(words && readFileSync(file ?? "", "utf8").includes(words), check).toBe(true);
    }
  });
});

it("CONTRIBUTING.md says in which existing file each behavior is decided", () => {
  const [, table = ""] = readFileSync("CONTRIBUTING.md", "utf8").split("## Where is…?");
  const files = Array.from(table.matchAll(/^\| .+ \| `(.+)` +\|$/gm), ([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
