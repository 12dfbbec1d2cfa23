import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FLOORS } from "../../tools/floors.ts";
import { ON_POSTGRES } from "../support/onPostgres.ts";

it("lists in CONTRIBUTING.md which files run on PostgreSQL, and why", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const [table = ""] = /^\| files in `tests\/integration` [\s\S]+?\n\n/m.exec(text) ?? [];
  const rows = table.split("\n").slice(2, -2);
  expect(
    rows.map((row) =>
      row
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, 3),
    ),
  ).toEqual(
    Object.entries(ON_POSTGRES).map(([reason, files]) => [files.map((file) => `\`${file}\``).join(", "), reason]),
  );
  for (const file of Object.values(ON_POSTGRES).flat())
    expect(existsSync(`tests/integration/${file}.test.ts`), file).toBe(true);
});

it("describes in CONTRIBUTING.md each folder and file on the floors of the server", () => {
  const [, text = ""] = readFileSync("CONTRIBUTING.md", "utf8").split("## Floors");
  const [table = ""] = text.split("## Language");
  expect(
    FLOORS.flat().filter((name) => !table.includes(name.endsWith(".ts") ? `\`${name}\`` : `\`${name}/\``)),
  ).toEqual([]);
});
