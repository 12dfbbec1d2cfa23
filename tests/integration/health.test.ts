import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { createHealth } from "../../server/health/health.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { findFreePort } from "../support/freePort.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { lockStore, openDatabase, queryStore, storeUrlIn } from "../support/stores.ts";

const HUGE_MB = "999999999";
const IMAGES = {
  images: { check: () => ({ ok: true, detail: "on the disk" }), isShared: false },
  countImageNodes: () => 1,
  clock: { check: () => ({ ok: true, detail: "as expected" }) },
};
const CLUSTER = { node: "a", leaders: new Map([["poll", "a"] as const]), nodes: 2 };
const NO_EDITIONS = { all: () => [], invalid: () => [], isBehind: () => false, getDigest: () => "" };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;

async function setUp(): Promise<void> {
  folder = await temporaryFolder();
  editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
}

interface ReadyResponse {
  status: number;
  failed: string[];
  checks: Record<string, { ok: boolean; detail: string }>;
}

async function getReady(site: Site): Promise<ReadyResponse> {
  const response = await fetch(`${site.url}/readyz`);
  return { status: response.status, ...((await response.json()) as Omit<ReadyResponse, "status">) };
}

/** Waits until /readyz, which caches its results for a second, reports exactly the expected failed checks. */
async function waitForFailed(site: Site, ...failed: string[]): Promise<ReadyResponse> {
  let ready = await getReady(site);
  await expect
    .poll(async () => {
      ready = await getReady(site);
      return ready.failed;
    })
    .toEqual(failed);
  return ready;
}

/** Requests /readyz until a check reports the expected detail. */
async function waitForDetail(site: Site, check: string, detail: string): Promise<void> {
  await expect.poll(async () => (await getReady(site)).checks[check]?.detail).toBe(detail);
}

describe("/readyz of a site", () => {
  let site: Site;
  beforeAll(async () => {
    await setUp();
    site = await startSite({ editions, data: folder.path });
  });
  afterAll(async () => {
    await site.stop();
    await folder.remove();
  });

  it("lists all checks, is never cached, and names invalid editions; /healthz says that the process answers", async () => {
    const ready = await fetch(`${site.url}/readyz`);
    expect([ready.status, ready.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await ready.json()).toEqual({
      ready: true,
      version: packageFile.version,
      failed: [],
      editionsDigest: expect.stringMatching(/^[\da-f]{12}$/),
      checks: {
        store: { ok: true, detail: "writable" },
        disk: { ok: true, detail: expect.stringMatching(/^\d+ MB free, the floor is 200 MB$/) },
        editions: { ok: true, detail: "1 published" },
        pollWorker: { ok: true, detail: "running" },
        mail: { ok: true, detail: "no mail server; mails are stored" },
        lastPoll: { ok: true, detail: "no feeds" },
        images: { ok: true, detail: "on the disk" },
        clock: { ok: true, detail: "as expected" },
        roles: {
          ok: true,
          detail: expect.stringMatching(/^this is (\w{8}), one of 1; poll: \1, send: \1, images: \1$/),
        },
      },
    });
    const alive = await fetch(`${site.url}/healthz`);
    expect([await alive.text(), alive.headers.get("cache-control")]).toEqual(["ok", "no-store"]);

    const file = join(editions, "chicago/edition.yaml");
    const valid = await readFile(file, "utf8");
    await writeFile(file, "name: [");
    await cp("editions/chicago/faq.yaml", join(editions, "park/edition.yaml"));
    const invalid = await waitForFailed(site, "editions");
    expect(invalid.status).toBe(503);
    const detail = "chicago: invalid files; the last valid ones are published; park: invalid files; not published";
    await waitForDetail(site, "editions", detail);
    expect((await fetch(site.url)).status).toBe(200);
    await writeFile(file, valid);
    await rm(join(editions, "park"), { recursive: true });
    expect((await waitForFailed(site)).checks.editions?.detail).toBe("1 published");
  });

  it("names a store that another process has locked, while pages are served", async () => {
    await waitForFailed(site);
    const lock = await lockStore(storeUrlIn(folder.path));
    const locked = await waitForFailed(site, "store");
    expect(locked.status).toBe(503);
    expect(locked.checks.store).toEqual({
      ok: false,
      detail: expect.stringMatching(/^not writable: (database is locked|canceling statement due to lock timeout)$/),
    });
    for (const path of ["/", "/about", "/healthz"]) expect((await fetch(site.url + path)).status).toBe(200);
    await lock.release();
    expect((await waitForFailed(site)).status).toBe(200);
  });
});

describe("/readyz", () => {
  beforeEach(setUp);
  afterEach(() => folder.remove());

  it("names a poll worker that has exited and a full disk, while pages are served", async () => {
    const preload = pathToFileURL("tests/support/failingPollWorker.ts").href;
    const env = { NODE_OPTIONS: `--import=${preload}`, DISK_FLOOR_MB: HUGE_MB };
    const site = await startSite({ editions, data: folder.path, env });
    const { status, checks } = await waitForFailed(site, "disk", "pollWorker");
    expect(status).toBe(503);
    expect(checks.disk?.detail).toMatch(/^\d+ MB free, the floor is 999999999 MB$/);
    expect((await fetch(site.url)).status).toBe(200);
    await site.stop();
  });

  it("names the roles of a server without pages", async () => {
    const site = await startSite({ editions, data: folder.path, env: { ROLES: "send" } });
    await expect
      .poll(async () => (await getReady(site)).checks.roles?.detail)
      .toMatch(/^this is (\w+), one of 1; poll: no leader, send: \1, images: no leader$/);
    const page = await fetch(site.url);
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("its ROLES do not include web")]);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    await site.stop();
  });

  it("names mail that has waited for more than an hour, without its sender", async () => {
    const SMTP_URL = `smtp://127.0.0.1:${await findFreePort()}`;
    const site = await startSite({ editions, data: folder.path, env: { SMTP_URL } });
    const message = {
      name: "Rosa Delgado",
      email: "rosa@reader.example",
      subject: "Tip",
      message: "The swings are gone.",
    };
    await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(message), redirect: "manual" });
    await site.logs((log) => log.includes("message not mailed"));
    expect((await waitForFailed(site)).checks.mail?.ok).toBe(true);
    const received = new Date(Date.now() - 61 * 60_000).toISOString();
    await queryStore(storeUrlIn(folder.path), sql`update messages set received_at = ${received}`);
    const late = await waitForFailed(site, "mail");
    expect([late.status, late.checks.mail?.detail]).toEqual([503, "contact: 1 waiting, the oldest for 61 min"]);
    expect(JSON.stringify(late)).not.toMatch(/rosa|delgado|@/i);
    await site.stop();
  });
});

describe("createHealth", () => {
  it("reports after five minutes that no feed was polled successfully for an hour, unless one is due later", async () => {
    await using database = await openDatabase("sqlite::memory:");
    let now = Date.parse("2026-04-20T12:00:00.000Z");
    const health = createHealth({
      database,
      editions: NO_EDITIONS,
      hasMailServer: true,
      now: () => now,
      freeDisk: { floorMb: 1, measureMb: async () => 2 },
      pollWorker: { isAlive: () => true },
      ...IMAGES,
      getCluster: () => ({ ...CLUSTER, leaderlessMs: 0 }),
    });
    const check = async (at: string) => {
      now = Date.parse(at);
      return (await health.check()).checks.lastPoll;
    };
    const feed = { title: "", failures: 0, redirect_count: 0, direct_failures: 0 };
    const next_poll_at = "2026-04-20T10:20:00.000Z";
    await database
      .insertInto("feeds")
      .values({ ...feed, url: "https://a.example/", next_poll_at, last_success_at: "2026-04-20T10:00:00.000Z" })
      .execute();
    expect(await check("2026-04-20T12:04:00.000Z")).toEqual({
      ok: true,
      detail: "124 min since the last one; a feed has been due for 104 min",
    });
    expect(await check("2026-04-20T12:05:00.000Z")).toEqual({
      ok: false,
      detail: "125 min since the last one; a feed has been due for 105 min",
    });

    await database.updateTable("feeds").set({ next_poll_at: "2026-04-20T16:00:00.000Z" }).execute();
    expect((await check("2026-04-20T12:05:00.999Z")).ok).toBe(false); // The result is cached for a second.
    expect((await check("2026-04-20T12:05:01.000Z")).ok).toBe(true);
    await database.updateTable("feeds").set({ last_error: "Status 500.", failures: 3 }).execute();
    expect((await check("2026-04-20T12:06:00.000Z")).ok).toBe(false);
  });

  it("reports that most feeds fail, although others were polled successfully just now", async () => {
    await using database = await openDatabase("sqlite::memory:");
    let now = Date.parse("2026-04-20T12:00:00.000Z");
    const health = createHealth({
      database,
      editions: NO_EDITIONS,
      hasMailServer: true,
      now: () => now,
      freeDisk: { floorMb: 1, measureMb: async () => 2 },
      pollWorker: { isAlive: () => true },
      ...IMAGES,
      getCluster: () => ({ ...CLUSTER, leaderlessMs: 0 }),
    });
    const check = async () => {
      now += 1000;
      return (await health.check()).checks.lastPoll;
    };
    const addFeed = (url: string, failures: number) =>
      database
        .insertInto("feeds")
        .values({
          ...{
            url,
            title: "",
            failures,
            redirect_count: 0,
            direct_failures: 0,
            last_attempt_at: "2026-04-20T12:00:00.000Z",
          },
          next_poll_at: "2026-04-20T16:00:00.000Z",
          last_success_at: "2026-04-20T12:00:00.000Z",
        })
        .execute();
    await addFeed("https://a.example/", 0);
    await addFeed("https://b.example/", 3);
    await addFeed("https://c.example/", 3);
    const detail = "0 min since the last one; 2 of 3 feeds fail";
    // The check passes for five minutes after the start, since the feeds may still recover.
    expect(await check()).toEqual({ ok: true, detail });
    now += 5 * 60_000;
    expect(await check()).toEqual({ ok: false, detail: detail.replace("0", "5") });
    await addFeed("https://d.example/", 0);
    expect(await check()).toEqual({ ok: true, detail: "5 min since the last one; 2 of 4 feeds fail" });
  });

  it("reports that nothing is polled, though feeds wait for their host or are due, and others are quiet", async () => {
    await using database = await openDatabase("sqlite::memory:");
    let now = Date.parse("2026-04-20T12:00:00.000Z");
    const health = createHealth({
      database,
      editions: NO_EDITIONS,
      hasMailServer: true,
      now: () => now,
      freeDisk: { floorMb: 1, measureMb: async () => 2 },
      pollWorker: { isAlive: () => true },
      ...IMAGES,
      getCluster: () => ({ ...CLUSTER, leaderlessMs: 0 }),
    });
    const feed = { title: "", failures: 0, redirect_count: 0, direct_failures: 0 };
    const [last_success_at, retry_at] = ["2026-04-20T12:00:00.000Z", "2026-04-20T18:00:00.000Z"];
    const addFeed = (url: string, next_poll_at: string, failures = 0) =>
      database
        .insertInto("feeds")
        .values({ ...feed, url, next_poll_at, last_success_at, failures })
        .execute();
    await database.insertInto("host_backoffs").values({ host: "news.example", retry_at }).execute();
    await addFeed("https://news.example/a", "2026-04-27T12:00:00.000Z", 1);
    for (const path of ["b", "c"]) await addFeed(`https://news.example/${path}`, retry_at);
    now += 61 * 60_000;
    expect((await health.check()).checks.lastPoll).toEqual({
      ok: false,
      detail: "61 min since the last one; 1 of 3 feeds fail; 2 of 3 wait because their host asked to retry later",
    });

    await database.deleteFrom("host_backoffs").execute();
    now += 1000;
    expect((await health.check()).checks.lastPoll.ok).toBe(true);
    await addFeed("https://other.example/", "2026-04-20T12:01:00.000Z");
    now += 60_000;
    expect((await health.check()).checks.lastPoll).toEqual({
      ok: false,
      detail: "62 min since the last one; 1 of 4 feeds fail; a feed has been due for 61 min",
    });
  });

  it("reports roles that have had no leader for a minute", async () => {
    await using database = await openDatabase("sqlite::memory:");
    let now = 0;
    const health = createHealth({
      database,
      editions: NO_EDITIONS,
      hasMailServer: true,
      now: () => now,
      freeDisk: { floorMb: 1, measureMb: async () => 2 },
      pollWorker: { isAlive: () => true },
      ...IMAGES,
      getCluster: () => ({ ...CLUSTER, leaderlessMs: now }),
    });
    const detail = "this is a, one of 2; poll: a, send: no leader, images: no leader";
    now = 59_999;
    expect((await health.check()).checks.roles).toEqual({ ok: true, detail });
    now = 61_000;
    expect((await health.check()).checks.roles).toEqual({ ok: false, detail });
  });

  it("reports images on the disk of one of several servers", async () => {
    await using database = await openDatabase("sqlite::memory:");
    const check = async (isShared: boolean) => {
      const health = createHealth({
        database,
        editions: NO_EDITIONS,
        hasMailServer: true,
        countImageNodes: () => 2,
        freeDisk: { floorMb: 1, measureMb: async () => 2 },
        pollWorker: { isAlive: () => true },
        clock: IMAGES.clock,
        images: { ...IMAGES.images, isShared },
        getCluster: () => ({ ...CLUSTER, leaderlessMs: 0 }),
      });
      return (await health.check()).checks.images;
    };
    expect(await check(true)).toEqual({ ok: true, detail: "on the disk" });
    expect(await check(false)).toEqual({
      ok: false,
      detail: "on the disk of one server, but 2 serve or download images: set IMAGES_URL on all of them",
    });
  });

  it("reports an error of a check instead of failing", async () => {
    const database = await openDatabase("sqlite::memory:");
    const health = createHealth({
      database,
      editions: NO_EDITIONS,
      hasMailServer: true,
      freeDisk: { floorMb: 1, measureMb: () => Promise.reject(new Error("no such folder")) },
      pollWorker: { isAlive: () => true },
      ...IMAGES,
      getCluster: () => ({ ...CLUSTER, leaderlessMs: 0 }),
    });
    await database.destroy();
    const { ready, checks } = await health.check();
    expect(ready).toBe(false);
    expect(checks.disk).toEqual({ ok: false, detail: "no such folder" });
    expect([checks.store.ok, checks.mail.ok, checks.lastPoll.ok]).toEqual([false, false, false]);
  });
});
