import { randomBytes } from "node:crypto";
import { copyFile, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres } from "../support/stores.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
});
afterAll(() => folder.remove());

let sites = 0;

/** Starts a site whose store has about 400 pages. Nothing reads the store's last pages. */
async function start(): Promise<{ site: Site; file: string }> {
  const data = join(folder.path, `data-${++sites}`);
  const site = await startSite({ editions, data, env: {}, hasOwnProcess: true });
  onTestFinished(() => site.kill());
  const file = join(data, "broadsheet.db");
  const store = new DatabaseSync(file, { timeout: 5000 });
  store.exec("create table filler (id integer primary key, text text)");
  store.exec(`insert into filler (text) select hex(zeroblob(400)) from (with recursive number (value) as
    (select 1 union all select value + 1 from number where value < 2000) select value from number)`);
  store.exec("pragma wal_checkpoint(truncate)");
  store.close();
  expect((await readReady(site)).status).toBe(200);
  return { site, file };
}

async function readReady(site: Site): Promise<{ status: number; store: string }> {
  const response = await fetch(`${site.url}/readyz`);
  const { checks } = (await response.json()) as { checks: { store: { detail: string } } };
  return { status: response.status, store: checks.store.detail };
}

/** Overwrites a part of a file, as a faulty disk does. */
async function overwrite(file: string, position: number, bytes: number): Promise<void> {
  const handle = await open(file, "r+");
  await handle.write(randomBytes(bytes), 0, bytes, position);
  await handle.close();
}

// Runs only on SQLite, since PostgreSQL finds damage in its files itself, by checksums, and responds with errors.
describe.skipIf(isPostgres)("a store that is", () => {
  it.each<[string, (file: string) => Promise<void>, RegExp]>([
    ["overwritten at its start", (file) => overwrite(file, 0, 8192), /^damaged \(.+\): stop the server and restore/],
    [
      "overwritten where nothing reads",
      async (file) => overwrite(file, (await stat(file)).size - 409_600, 204_800),
      /^damaged \(.+\): stop the server and restore/,
    ],
    [
      "replaced",
      async (file) => {
        await copyFile(file, `${file}.other`);
        await rename(`${file}.other`, file);
      },
      /^replaced by another file, .+: stop the server and restore/,
    ],
    // A thread that opens the store after the deletion creates an empty file, which is reported as a replacement.
    ["deleted", (file) => rm(file), /^(deleted|replaced by another file), .+: stop the server and restore/],
    ["left without its log", (file) => rm(`${file}-wal`), /^without its -wal file/],
  ])(
    "%s fails /readyz and is logged once with what to do, while cached pages are served",
    async (_how, damage, detail) => {
      const { site, file } = await start();
      expect((await fetch(`${site.url}/about`)).status).toBe(200);
      await damage(file);
      // The server reads the whole file every 10 s, and caches a report for up to a second.
      await expect
        .poll(async () => readReady(site), { timeout: 60_000, interval: 300 })
        .toEqual({ status: 503, store: expect.stringMatching(detail) });
      expect((await fetch(`${site.url}/about`)).status).toBe(200);
      await readReady(site);
      expect(site.written().match(/"msg":"store damaged: restore a backup"/g)).toHaveLength(1);
    },
  );
});
