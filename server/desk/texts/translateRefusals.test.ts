import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SPANISH } from "./spanish.ts";
import { translate } from "./translateRefusals.ts";

/** Files with the error messages that people of the desk read. */
const SOURCES = [
  "server/desk/**/*.ts",
  "server/people/*.ts",
  "server/stories/{copies,library}/*.ts",
  "server/stories/{review,publishCopy,onceByKey,storyRights}.ts",
];
const SENTENCE =
  /(?:new (?:Editor|Permission|NotFound|Conflict)Error\(|context\.text\(|faults\.push\()\s*(["`])((?:\\.|(?!\1).)+)\1/g;

describe("refusals in Spanish", () => {
  it("keep names and numbers", () => {
    expect(translate("pier.jpg is larger than 25 MB. Save it smaller, and add it again.", "es")).toBe(
      "pier.jpg supera los 25 MB. Guárdala más pequeña y agrégala de nuevo.",
    );
  });

  it("are put together from several sentences", () => {
    expect(translate("The story has no headline. The story is in no section.", "es")).toBe(
      "La nota no tiene titular. La nota no está en ninguna sección.",
    );
  });

  it("stay in English where the catalog lacks them, and for people who read English", () => {
    expect(translate("The roof leaks.", "es")).toBe("The roof leaks.");
    expect(translate("There is no such story.", "en")).toBe("There is no such story.");
  });

  it("cover every sentence of the desk's code", () => {
    const sentences = globSync(SOURCES, { exclude: (path) => path.endsWith(".test.ts") }).flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(SENTENCE)].map(([, , text = ""]) => text),
    );
    expect(sentences.length).toBeGreaterThan(40);
    const known = new Set(Object.keys(SPANISH));
    const missing = sentences
      .map((text) => text.replace("\\n", "").replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, "{}"))
      .filter((text) => !known.has(text));
    expect(missing).toEqual([]);
  });
});
