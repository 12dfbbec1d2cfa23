import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { en } from "../../desk/texts/en.ts";

const DESK = "build/desk";
/** Budgets in bytes, after compression with brotli. */
const MAX_EDITOR = 120_000;
const MAX_BEYOND_FRAMEWORK = 60_000;
const MAX_FIRST_LOAD = 250_000;
/** Minimum length, in characters, of a text to search for: other code does not contain such a long text by chance. */
const MIN_DISTINCT = 40;

const START = "index.html";
const STORY = "story/StoryScreen.lazy.tsx";
const OTHERS = ["stories/StoryListScreen", "images/ImagesScreen", "people/PeopleScreen", "account/AccountScreen"];

const chunkSchema = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const chunks = z
  .record(z.string(), chunkSchema)
  .parse(JSON.parse(readFileSync(join(DESK, ".vite/manifest.json"), "utf8")));

/** Returns the scripts and styles that load with the given modules. */
function listFiles(...modules: string[]): Set<string> {
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    chunks[name]?.imports.forEach(add);
  };
  modules.forEach(add);
  return new Set([...seen].flatMap((name) => (chunks[name] ? [chunks[name].file, ...chunks[name].css] : [])));
}

/** Returns the number of bytes that a browser loads for files. If a file has a brotli version, that version counts. */
function measure(files: Iterable<string>): number {
  const sizes = [...files].map((file) => {
    const path = join(DESK, file);
    return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

function listTexts(texts: unknown): string[] {
  if (typeof texts === "string") return texts.length < MIN_DISTINCT ? [] : [texts];
  return typeof texts === "object" && texts !== null ? Object.values(texts).flatMap(listTexts) : [];
}

it("loads no screen of the desk with more than its budget", () => {
  const start = listFiles(START);
  const framework = [...start].filter((file) => file.includes("/framework-"));
  expect(framework).toHaveLength(1);
  for (const name of OTHERS) {
    const files = listFiles(START, `${name}.lazy.tsx`);
    expect(files.size, name).toBeGreaterThan(start.size);
    expect(measure(files) - measure(framework), name).toBeLessThan(MAX_BEYOND_FRAMEWORK);
  }
  expect(measure(listFiles(START, STORY))).toBeLessThan(MAX_FIRST_LOAD);
});

it("loads the editor within its budget, and on the story's screen only", () => {
  const hasEditor = (file: string) => readFileSync(join(DESK, file), "utf8").includes("ProseMirror");
  const editor = [...listFiles(STORY)].filter((file) => file.endsWith(".js") && hasEditor(file));
  expect(editor).toHaveLength(1);
  expect(measure(editor)).toBeLessThan(MAX_EDITOR);
  const others = listFiles(START, "signIn.html", ...OTHERS.map((name) => `${name}.lazy.tsx`));
  expect([...others].filter(hasEditor)).toEqual([]);
});

it("has nothing of the desk in the public site's files, and loads none of it on the server by itself", () => {
  const texts = listTexts(en);
  expect(texts.length).toBeGreaterThan(50);
  for (const folder of ["build/client/assets", "build/server"])
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
      const source = readFileSync(join(folder, name), "utf8");
      expect(
        texts.filter((text) => source.includes(text)),
        name,
      ).toEqual([]);
      expect(source.includes("ProseMirror"), name).toBe(false);
    }
  const hasDesk = (name: string) => readFileSync(join("build/bundle", name), "utf8").includes("desk: signed in");
  const atStart = listStaticImports("main.js", "runServer");
  expect(atStart.length).toBeGreaterThan(20);
  expect(atStart.filter(hasDesk)).toEqual([]);
  expect(readdirSync("build/bundle").filter((name) => name.endsWith(".js") && hasDesk(name))).toHaveLength(1);
});

/** Returns the server's files whose names begin with one of `starts`, and their direct and indirect static imports. */
function listStaticImports(...starts: string[]): string[] {
  const names = readdirSync("build/bundle").filter((name) => name.endsWith(".js"));
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const source = readFileSync(join("build/bundle", name), "utf8");
    for (const [, imported = ""] of source.matchAll(/^(?:import|export)[^"\n]*"\.\/([\w.-]+\.js)"/gm)) add(imported);
  };
  names.filter((name) => starts.some((start) => name.startsWith(start))).forEach(add);
  return [...seen];
}
