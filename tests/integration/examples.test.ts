import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { storeUrlIn } from "../support/stores.ts";

/** Leaves out examples, as `npx broadsheet serve` does. `startSite` serves examples by default. */
const PRODUCTION = { EXAMPLES: "off" };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;
let env: Record<string, string>;
let site: Site | undefined;

/** Returns the name of the edition that a host shows, from its manifest; undefined if the host has no manifest. */
async function readName(host: string): Promise<string | undefined> {
  const response = await fetch(`${site?.url}/manifest.webmanifest`, { headers: { "X-Forwarded-Host": host } });
  return response.ok ? ((await response.json()) as { name: string }).name : undefined;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  editions = join(folder.path, "editions");
  env = { EDITIONS_DIR: editions, DATA_DIR: folder.path, DATABASE_URL: storeUrlIn(folder.path) };
  await cp("editions", editions, { recursive: true });
});

afterAll(async () => {
  await site?.stop();
  await folder.remove();
});

it("refuses to start with examples alone, and says how to begin", async () => {
  const started = startSite({ editions, data: folder.path, env: PRODUCTION });
  await expect(started).rejects.toThrow("found only examples (chicago, madison, milwaukee), which are not published.");
  await expect(startSite({ editions, data: folder.path, env: PRODUCTION })).rejects.toThrow("broadsheet new NAME");
});

it("serves one's own edition alone from a folder that has the examples, too", async () => {
  const created = await broadsheet(
    [
      "new",
      "own",
      "--name",
      "The Own Post",
      "--place",
      "Own",
      "--time-zone",
      "America/Chicago",
      "--url",
      "https://own.example",
    ],
    env,
  );
  expect(created.errors).toBe("");
  site = await startSite({ editions, data: folder.path, env: PRODUCTION });
  expect(await readName("own.example")).toBe("The Own Post");
  expect(await readName("chicagomeridian.example")).toBeUndefined();
  expect(site.written()).toContain('"examples":["chicago","madison","milwaukee"]');
  expect((await broadsheet(["editions"], env)).output).not.toContain("chicago");
  expect((await broadsheet(["check", "chicago"], env)).output).toContain("delete `example: true` in edition.yaml");
});

it("does not report a mistake in an example that it leaves out", async () => {
  await writeFile(join(editions, "madison/signup.yaml"), "unknown: 1\n");
  const read = async () => (await (await fetch(`${site?.url}/readyz`)).json()) as { failed: string[] };
  await readUntil(
    async () => site?.written(),
    (log) => log?.includes("editions reloaded") ?? false,
  );
  expect((await read()).failed).not.toContain("editions");
  expect(site?.written()).not.toContain("not published; its files are invalid");
});

it("serves an example that EDITIONS names", async () => {
  await site?.stop();
  site = await startSite({ editions, data: folder.path, env: { ...PRODUCTION, EDITIONS: "own,milwaukee" } });
  expect(await readName("milwaukee.localhost")).toBe("La Voz de Milwaukee");
  expect(await readName("own.example")).toBe("The Own Post");
});
