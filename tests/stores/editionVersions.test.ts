import { cp, mkdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  listEditionVersions,
  readFileContent,
  saveEditionVersion,
  saveFileContent,
} from "../../server/store/editions/editionVersions.ts";
import { openDatabase as openOriginal } from "../../server/store/open.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres, openDatabase, toStoreUrl } from "../support/stores.ts";

const FIRST = "The first version of this newspaper.";
const SECOND = "The second version of this newspaper.";

/** Several servers share a store only on PostgreSQL. */
const NODES = isPostgres ? ["one", "two"] : ["one"];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;
let env: Record<string, string>;
let nodes: Site[];

/** Starts a node with its own data folder, and no folder of editions. */
function startNode(name: string): Promise<Site> {
  const data = join(folder.path, name);
  return startSite({ editions: "nowhere", data, env: { ...env, DATA_DIR: data } });
}

async function writeTagline(tagline: string): Promise<void> {
  await rm(editions, { recursive: true, force: true });
  const change = (document: { set(key: string, value: string): void }) => document.set("tagline", tagline);
  await writeTestEdition(editions, { feeds: () => [], relays: [], change });
}

const push = () => broadsheet(["editions", "push", editions], env);

async function list(): Promise<string[]> {
  const { status, output } = await broadsheet(["editions", "list"], env);
  expect(status).toBe(0);
  return output.trim().split("\n");
}

async function getDigests(): Promise<string[]> {
  return Promise.all(
    nodes.map(
      async ({ url }) => ((await (await fetch(`${url}/readyz`)).json()) as Record<string, string>).editionsDigest ?? "",
    ),
  );
}

async function waitForTagline(tagline: string): Promise<void> {
  for (const { url } of nodes)
    await expect.poll(async () => (await (await fetch(url)).text()).includes(tagline)).toBe(true);
}

/** Waits until the readiness check of the editions passes on all nodes if `isPublished`, else until it fails on all. */
async function waitForCheck(isPublished: boolean): Promise<void> {
  for (const { url } of nodes)
    await expect
      .poll(async () =>
        ((await (await fetch(`${url}/readyz`)).json()) as { failed: string[] }).failed.includes("editions"),
      )
      .toBe(!isPublished);
}

beforeAll(async () => {
  folder = await temporaryFolder();
  editions = join(folder.path, "editions");
  env = {
    DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
    DATA_DIR: join(folder.path, "commands"),
    EDITIONS_SOURCE: "store",
  };
  expect((await broadsheet(["migrate"], env)).status).toBe(0);
});

afterAll(async () => {
  await Promise.all(nodes?.map((node) => node.stop()) ?? []);
  await folder.remove();
});

describe("editions in the store", () => {
  it("are required by a server that is told to read them there", async () => {
    await expect(startNode("one")).rejects.toThrow("The store has no editions. Push them:");
    expect(await broadsheet(["check"], env)).toMatchObject({
      status: 1,
      output: expect.stringContaining("no editions"),
    });
    expect((await list())[0]).toBe("The store has no editions.");
  });

  it("are refused with all faults, and then nothing is stored", async () => {
    await writeTagline(FIRST);
    await writeFile(join(editions, "chicago/faq.yaml"), "categories: none\n");
    const invalid = await push();
    expect([invalid.status, invalid.errors]).toEqual([1, expect.stringMatching(/chicago\/faq\.yaml:1: .+expected/)]);
    await writeTagline(FIRST);
    await writeFile(join(editions, "chicago/media/long.mp4"), "");
    await truncate(join(editions, "chicago/media/long.mp4"), 33_000_000);
    const large = await push();
    expect([large.status, large.errors]).toEqual([1, "chicago/media/long.mp4: found 33.0 MB; the limit is 32 MB.\n"]);
    const missing = join(folder.path, "nowhere");
    const unread = await broadsheet(["editions", "push", missing], env);
    expect([unread.status, unread.errors]).toEqual([1, `${missing}: there is no such folder.\n`]);
    expect((await list())[0]).toBe("The store has no editions.");
  });

  it("are published by all nodes at once, media included", async () => {
    await writeTagline(FIRST);
    expect((await push()).output).toMatch(/\nVersion 1 \([\da-f]{12}\) is current: \d+ files, \d\.\d MB\.\n/);
    nodes = await Promise.all(NODES.map(startNode));
    await waitForTagline(FIRST);
    await writeTagline(SECOND);
    await writeFile(join(editions, "chicago/media/empty.txt"), "");
    await writeFile(join(editions, "chicago/media/.hidden.txt"), "");
    const { output } = await push();
    const digest = /Version 2 \((\w+)\) is current/.exec(output)?.[1];
    await waitForTagline(SECOND);
    expect(await getDigests()).toEqual(nodes.map(() => digest));
    for (const { url } of nodes) {
      const image = await (await fetch(`${url}/media/skyline.webp`)).bytes();
      expect(Buffer.from(image).equals(await readFile("editions/chicago/media/skyline.webp"))).toBe(true);
      expect((await fetch(`${url}/media/empty.txt`)).status).toBe(200);
      expect((await fetch(`${url}/media/.hidden.txt`)).status).toBe(404);
    }
  });

  it("are stored as a version only if they differ, and rolled back on all nodes", async () => {
    expect((await push()).output).toContain("Version 2 has the same files and is current; nothing was stored.");
    expect((await broadsheet(["editions", "rollback"], env)).output).toMatch(/^Version 1 \(\w+\) is current/);
    await waitForTagline(FIRST);
    expect(await list()).toEqual([
      expect.stringMatching(/^2 {2}\S+Z {2}\w{12} {2}\d+ files, \d\.\d MB$/),
      expect.stringMatching(/^1 .+ MB {2}current$/),
    ]);
    expect((await broadsheet(["editions", "rollback"], env)).errors).toContain("Version 1 is the oldest one.");
    expect((await broadsheet(["editions", "rollback", "2"], env)).status).toBe(0);
    await waitForTagline(SECOND);
  });

  it("stay as they are when a version is damaged or has no edition", async () => {
    const before = await getDigests();
    await using database = await openDatabase(env.DATABASE_URL ?? "");
    const digest = "0".repeat(64);
    await saveFileContent(database, digest, Buffer.from("x"));
    const files = [{ path: "chicago/edition.yaml", bytes: 1, digest }];
    for (const [name, version, message] of [
      ["damaged", files, "chicago/edition.yaml of version 3 is damaged in the store"],
      ["empty", [], "editions not reloaded; the last valid ones stay"],
    ] as const) {
      await saveEditionVersion(database, { digest: name, files: version, now: new Date().toISOString() });
      await Promise.all(nodes.map((node) => node.logs((log) => log.includes(message))));
      expect(await getDigests()).toEqual(before);
      await waitForTagline(SECOND);
      await waitForCheck(false);
    }
    await writeTagline(FIRST);
    expect((await push()).status).toBe(0);
    await waitForTagline(FIRST);
    await waitForCheck(true);
  });

  it("are in a copy of the store", async () => {
    const copy = `sqlite:${join(folder.path, "copy.db")}`;
    const from = await toStoreUrl(env.DATABASE_URL ?? "");
    // Stops the nodes, since the command can't copy a store that servers use.
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
    expect((await broadsheet(["move", from, copy])).output).toMatch(/\nedition_versions: 5\n/);
    await using database = await openOriginal(copy);
    await using original = await openOriginal(from);
    expect(await listEditionVersions(database)).toEqual(await listEditionVersions(original));
    const { digest } = await original
      .selectFrom("edition_files")
      .select("digest")
      .where("path", "=", "chicago/media/skyline.mp4")
      .executeTakeFirstOrThrow();
    const film = await readFileContent(database, digest);
    expect(Buffer.from(film).equals(await readFile("editions/chicago/media/skyline.mp4"))).toBe(true);
  });

  it.skipIf(isPostgres)("are in backups, also for a site that has them in a folder", async () => {
    const archive = join(folder.path, "backup.tar.gz");
    expect(await broadsheet(["backup", archive], env)).toMatchObject({ status: 0 });
    const restoredData = join(folder.path, "restored");
    await mkdir(restoredData);
    const restored = {
      DATABASE_URL: `sqlite:${join(restoredData, "broadsheet.db")}`,
      DATA_DIR: restoredData,
      EDITIONS_DIR: join(restoredData, "editions"),
      EDITIONS_SOURCE: "folder",
    };
    expect(await broadsheet(["restore", archive], restored)).toMatchObject({ status: 0, errors: "" });
    expect(await readFile(join(restored.EDITIONS_DIR, "chicago/edition.yaml"), "utf8")).toContain(FIRST);
    const { output } = await broadsheet(["editions", "list"], restored);
    expect(output.trim().split("\n")).toEqual(await list());
    // Restoring does not touch the editions folder of a site whose editions are in the store.
    await cp("editions/chicago/ads.txt", join(restored.EDITIONS_DIR, "notes.txt"));
    const again = await broadsheet(["restore", archive, "--force"], { ...restored, EDITIONS_SOURCE: "store" });
    expect(again).toMatchObject({ status: 0 });
    expect(await readFile(join(restored.EDITIONS_DIR, "notes.txt"), "utf8")).not.toBe("");
  });
});
