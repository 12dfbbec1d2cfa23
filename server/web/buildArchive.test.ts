import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { archiveBuild } from "./buildArchive.ts";

const HOUR = 60 * 60_000;
const START = Date.parse("2026-11-22T09:00:00Z");

let folder: string;
let build: string;
const list = async () => (await readdir(join(folder, "archive/assets"))).sort();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "broadsheet-"));
  build = join(folder, "build");
});
afterEach(() => rm(folder, { recursive: true }));

/** Replaces the build by one with the given files, and archives the new build `hours` after START. */
async function serve(hours: number, ...files: string[]): Promise<void> {
  await rm(build, { recursive: true, force: true });
  await mkdir(build);
  for (const file of files) await writeFile(join(build, file), file);
  await archiveBuild(build, join(folder, "archive"), START + hours * HOUR);
}

it("keeps the files of a build for a day after another one has replaced it, however long it was served", async () => {
  await serve(0, "page-1.js", "shared.js");
  await serve(500, "page-1.js", "shared.js");
  await serve(501, "page-2.js", "shared.js");
  expect(await list()).toEqual(["page-1.js", "page-2.js", "shared.js"]);
  await serve(524, "page-2.js", "shared.js");
  expect(await list()).toEqual(["page-1.js", "page-2.js", "shared.js"]);
  await serve(526, "page-2.js", "shared.js");
  expect(await list()).toEqual(["page-2.js", "shared.js"]);
});

it("keeps the day of a build that comes back and is replaced again", async () => {
  await serve(0, "page-1.js");
  await serve(1, "page-2.js");
  await serve(20, "page-1.js");
  await serve(30, "page-2.js");
  expect(await list()).toEqual(["page-1.js", "page-2.js"]);
});

it("keeps ten replaced builds at most, the newest", async () => {
  for (let minute = 0; minute < 15; minute++) await serve(minute / 60, `page-${minute}.js`);
  expect(await list()).toEqual(Array.from({ length: 11 }, (_, index) => `page-${index + 4}.js`).sort());
});

it("starts anew if its list is damaged", async () => {
  await serve(0, "page-1.js");
  await writeFile(join(folder, "archive/builds.json"), "[{");
  await serve(1, "page-2.js");
  expect(await list()).toEqual(["page-2.js"]);
});

// /dev/shm, a file system in memory, stands for a DATA_DIR on another disk. Hard links between disks are impossible.
it.runIf(existsSync("/dev/shm"))("copies the files to another file system", async () => {
  const other = await mkdtemp("/dev/shm/broadsheet-");
  try {
    await mkdir(build);
    await writeFile(join(build, "page-1.js"), "page 1");
    await archiveBuild(build, other, START);
    expect(await readdir(join(other, "assets"))).toEqual(["page-1.js"]);
    expect(await readFile(join(other, "assets/page-1.js"), "utf8")).toBe("page 1");
  } finally {
    await rm(other, { recursive: true });
  }
});
