import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Statements of docs/specification.md, each with the lines that name its tests. */
const STATEMENTS = readFileSync("docs/specification.md", "utf8")
  .split(/^- /m)
  .slice(1)
  .map((item) => item.split("\n"))
  .map(([statement = "", ...lines]): [string, string[]] => [statement, lines.filter((line) => line.startsWith("  - "))])
  .filter(([statement]) => !statement.startsWith("**"));

describe("the specification", () => {
  it("has statements", () => {
    expect(STATEMENTS.length).toBeGreaterThan(100);
  });

  it.each(STATEMENTS)("names existing tests for: %s", (_statement, lines) => {
    expect(lines).not.toEqual([]);
    for (const line of lines) {
      const [, file, words] = /^ {2}- `([^`]+)`: (.+)$/.exec(line) ?? [];
      expect(file, line).toBeDefined();
      expect(words && readFileSync(file ?? "", "utf8").includes(words), line).toBe(true);
    }
  });
});

it("CONTRIBUTING.md says in which existing file each behavior is decided", () => {
  const [, table = ""] = readFileSync("CONTRIBUTING.md", "utf8").split("## Where is…?");
  const files = Array.from(table.matchAll(/^\| .+ \| `(.+)` +\|$/gm), ([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
