import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBreaches } from "../support/floors.ts";
import { temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  for (const part of ["core", "server", "app"]) await mkdir(join(folder.path, part));
});

afterEach(() => folder.remove());

async function breachesOf(file: string, source: string): Promise<string[]> {
  const path = join(folder.path, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, source);
  return findBreaches(folder.path);
}

describe("the floors of the house", () => {
  it("hold in this repository", () => {
    expect(findBreaches(".")).toEqual([]);
  });

  it.each([
    ["core/a.ts", 'import { readFile } from "node:fs";', "core imports nothing from beside it"],
    ["core/a.ts", 'import type { B } from "../server/b.ts";', "core may import types of core alone"],
    ["server/a.ts", 'import { b } from "../app/b.ts";', "server may import values of server and core alone"],
    ["server/a.ts", 'import type { B } from "../app/b.ts";', "server may import types of server and core alone"],
    ["server/news/a.ts", 'import { request } from "undici";', "only server/net/outbound.ts reaches out"],
    ["server/news/a.ts", 'const answer = await fetch("https://x.example");', "only server/net/outbound.ts reaches out"],
    ["server/news/a.ts", 'import "../main.ts";', "server/main.ts wires the parts"],
    ["app/news/a.ts", 'import {\n  b,\n} from "../../server/b.ts";', "app may import values of app and core alone"],
    ["app/news/a.ts", 'import { services } from "../services.ts";', "only app/routes touches a loader's context"],
    ["app/utils/a.ts", "", "a name that says nothing"],
  ])("are broken by %s with %j", async (file, source, rule) => {
    const breaches = await breachesOf(file, source);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(file);
    expect(breaches[0]).toContain(rule);
  });

  it("let the app import types of the server, and routes the context", async () => {
    expect(await breachesOf("app/a.ts", 'import type { B } from "../server/b.ts";')).toEqual([]);
    expect(await breachesOf("app/routes/a.tsx", 'import { services } from "../services.ts";')).toEqual([]);
  });
});
