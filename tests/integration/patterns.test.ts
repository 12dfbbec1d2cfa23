import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findSlowPatterns } from "../../tools/patterns.ts";
import { temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  for (const part of ["core", "server"]) await mkdir(join(folder.path, part));
});

afterEach(() => folder.remove());

async function findIn(source: string, files: Record<string, string> = {}): Promise<string[]> {
  for (const [file, text] of Object.entries({ ...files, "server/a.ts": source }))
    await writeFile(join(folder.path, file), text);
  return findSlowPatterns(folder.path, []);
}

describe("npm run patterns", () => {
  it("finds nothing in this repository", () => {
    expect(findSlowPatterns(".")).toEqual([]);
  });

  it.each([
    ["a run before its end", "/x+$/"],
    ["a run after any start", "/\\s*,/"],
    ["two runs of the same characters", "/^\\s*(.*?)\\s*$/"],
    ["a run that begins with what it takes", "/<img[^>]*>/"],
    ["text up to an end that may be missing", "/\\[caption\\]([\\s\\S]*?)\\[\\/caption\\]/g"],
    ["nested runs", "/^(a+)+$/"],
    ["lookahead", "/!(?=[^)]*\\))/"],
    ["lookbehind", "/(?<=a[ ,]+[ ,]*)b/"],
    ["Unicode and sets of characters", "/^(?:[\\p{L}--[a]]|\\p{L}+ )*x/v"],
    [
      "constants of another file",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source of a file
      'import { SPACE } from "./b.ts";\nconst END = `$`;\nnew RegExp(`${SPACE}+${END}`, "g")',
    ],
  ])("reports %s", async (_name, source) => {
    const found = await findIn(`${source};\n`, { "server/b.ts": "export const SPACE = String.raw`\\s`;\n" });
    expect(found).toEqual([expect.stringMatching(/^server\/a\.ts:\d+: .* is super-linear: /)]);
  });

  it.each(["/<img[^<>]*>/", "/^\\s+x/", "/x+/g", "/a{1,400}$/", '/"[^"]*"/', "/\\bsport\\w*\\b/", "/[^,]*,/y"])(
    "allows %s",
    async (source) => {
      expect(await findIn(`${source};\n`)).toEqual([]);
    },
  );

  it("reports patterns that depend on the running program", async () => {
    expect(await findIn("export const toPattern = (name: string) => new RegExp(name);\n")).toEqual([
      "server/a.ts:1: this pattern is not constant and can't be checked",
    ]);
  });

  it("allows an exception, and reports one that is not needed", async () => {
    await writeFile(join(folder.path, "server/a.ts"), "/x+$/;\n");
    const exception = { file: "server/a.ts", start: "x+", reason: "The text is short." };
    expect(findSlowPatterns(folder.path, [exception])).toEqual([]);
    await writeFile(join(folder.path, "server/a.ts"), "/x$/;\n");
    expect(findSlowPatterns(folder.path, [exception])).toEqual(["server/a.ts: no slow pattern begins with x+"]);
  });
});
