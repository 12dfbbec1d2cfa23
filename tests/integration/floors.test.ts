import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listBreaches } from "../../tools/floors.ts";
import { temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  for (const part of ["core", "server", "app", "desk", "bin", "tools"]) await mkdir(join(folder.path, part));
});

afterEach(() => folder.remove());

async function breachesOf(files: Record<string, string>): Promise<string[]> {
  for (const [file, source] of Object.entries(files)) {
    const path = join(folder.path, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, source);
  }
  return listBreaches(folder.path);
}

describe("npm run floors", () => {
  it("finds nothing in this repository", () => {
    expect(listBreaches(".")).toEqual([]);
  });

  it.each([
    ["core/a.ts", 'import { readFile } from "node:fs";', "core imports nothing from outside core"],
    ["core/a.ts", 'import MarkdownIt from "markdown-it";', "core imports nothing from outside core"],
    ["core/a.ts", 'import type { B } from "../server/b.ts";', "core may import types only from core"],
    ["server/web/a.ts", 'import { b } from "../../app/b.ts";', "server may import values only from server and core"],
    [
      "server/web/a.ts",
      'import type { B } from "../../app/b.ts";',
      "server may import types only from server and core",
    ],
    ["server/news/a.ts", 'import { request } from "undici";', "only server/net/outbound.ts reaches out"],
    ["server/news/a.ts", 'const answer = await fetch("https://x.example");', "only server/net/outbound.ts reaches out"],
    ["server/store/a.ts", 'import type { B } from "../news/b.ts";', "a file on floor 1 may not import from floor 3"],
    ["server/news/a.ts", 'import "../main.ts";', "a file on floor 3 may not import from floor 5"],
    ["server/news/a.ts", 'import "../attic/b.ts";', "a file on floor 3 may not import from floor 6"],
    ["app/news/a.ts", 'import {\n  b,\n} from "../../server/b.ts";', "app may import values only from app and core"],
    ["app/news/a.ts", 'import { services } from "../services.ts";', "only app/routes uses a loader's context"],
    ["server/news/a.ts", "const { text } = getRights(edition, carriers);", "only server/rights/permit.ts decides"],
    ["server/syndication/a.ts", "const { image } = article[CONTENT];", "only server/rights/permit.ts decides"],
    ["server/store/stories/a.ts", 'const rows = query.select("articles.excerpt");', "shown by server/rights/permit.ts"],
    ["server/news/a.ts", 'const rows = query.select(["content_html"]);', "shown by server/rights/permit.ts"],
    ["app/routes/a.ts", 'import styles from "../news/A.module.css";', "a route has no styles"],
    ["app/news/a.ts", 'const b = () => import("./b.ts");', "a lazily loaded module is named .lazy.ts"],
    ["server/store/a.ts", "async function findAll(id: number): Promise<Row[]> {", "findAll returns several"],
    ["server/store/a.ts", "const a = {\n  findAll(): ReadonlyMap<string, Row> {", "findAll returns several"],
    ["app/utils/a.ts", "", "the name does not say what is inside"],
  ])("reports %s with %j", async (file, source, rule) => {
    const breaches = await breachesOf({ [file]: source });
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(file);
    expect(breaches[0]).toContain(rule);
  });

  it("reports files of more than 300 lines", async () => {
    const files = {
      "app/styles/short.css": "a {}\n".repeat(300),
      "app/styles/long.css": "a {}\n".repeat(301),
      "bin/long.js": "\n".repeat(400),
    };
    expect(await breachesOf(files)).toEqual([
      "app/styles/long.css: 301 lines are more than 300",
      "bin/long.js: 400 lines are more than 300",
    ]);
  });

  it("reports a circle of files, types included", async () => {
    const files = {
      "server/news/a.ts": 'import type { B } from "./b.ts";',
      "server/news/b.ts": 'import { a } from "./a.ts";',
    };
    expect(await breachesOf(files)).toEqual([
      "server/news/a.ts, server/news/b.ts: these files import each other in a circle",
    ]);
  });

  it("reports a circle of folders in which no file imports itself", async () => {
    const files = {
      "app/news/a.ts": 'import { b } from "../radio/b.ts";',
      "app/radio/b.ts": "",
      "app/radio/c.ts": 'import { d } from "../news/d.ts";',
      "app/news/d.ts": "",
    };
    expect(await breachesOf(files)).toEqual(["app: news, radio import each other in a circle"]);
  });

  it("lets the store select texts for what may be shown, and comments name them", async () => {
    expect(await breachesOf({ "server/store/articles/articleRows.ts": 'query.select("content_html");' })).toEqual([]);
    expect(await breachesOf({ "server/news/a.ts": "/** Calls getRights. */" })).toEqual([]);
  });

  it("allows find… for one thing that may be missing", async () => {
    const source = "function findRow(ids: readonly string[]): Row | undefined {\n}\nfunction listRows(): Row[] {\n}";
    expect(await breachesOf({ "server/store/a.ts": source })).toEqual([]);
  });

  it("allows types of the server in the app, and the context in routes", async () => {
    expect(await breachesOf({ "app/a.ts": 'import type { B } from "../server/b.ts";' })).toEqual([]);
    expect(await breachesOf({ "app/routes/a.tsx": 'import { services } from "../services.ts";' })).toEqual([]);
  });
});
