import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TIP } from "../support/contactMessage.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { findFreePort } from "../support/freePort.ts";
import { pollNow } from "../support/pollNow.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { findVarnishSkipReason, send, startVarnishOfCluster, type Varnish } from "../support/varnish.ts";

// Three servers behind Varnish start with a store that was migrated from firstVersion.sql. Then, each server in turn is
// upgraded to a version with one more migration.

const PATH = feedPath("local");
const SERVERS = 3;
const PAGES = ["/", "/local", "/article/story-1-about-the-harbor", "/rss.xml", "/about"];
const NEXT_MIGRATION = "9999-next";

const skipReason = findVarnishSkipReason();

describe.skipIf(skipReason !== null)(`a rolling upgrade${skipReason ? ` (${skipReason})` : ""}`, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let host: FeedHost;
  let varnish: Varnish;
  let editions: string;
  let ports: number[];
  let env: Record<string, string>;
  let sites: Site[];
  /** The bundle of a version that has one more migration. */
  let nextBundle: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    host = await startFeedHost();
    host.serve(PATH, { body: createSectionFeed(host, "local") });
    editions = await writeTestEdition(join(folder.path, "editions"), {
      // The stories of firstVersion.sql are from the feed at port 34459. No server listens at this port.
      feeds: (section) => (section === "local" ? [host.url(PATH), "http://127.0.0.1:34459/local.xml"] : []),
      relays: [],
    });
    nextBundle = await buildNextVersion(folder.path);
    ports = await Promise.all(Array.from({ length: SERVERS }, () => findFreePort()));
    varnish = await startVarnishOfCluster(folder.path, ports, true);
    const url = `${process.env.TEST_POSTGRES_URL}upgraded_${process.pid}`;
    env = {
      DATABASE_URL: url,
      MIGRATE: "off",
      DRAIN_SECONDS: "4",
      SITE_URL: "http://news.example",
      ALLOW_PRIVATE_HOSTS: host.allowed,
      CDN_PURGE_URL: `http://127.0.0.1:${varnish.port}/`,
    };
    const client = new Client(`${process.env.TEST_POSTGRES_URL}postgres`);
    await client.connect();
    await client.query(`create database upgraded_${process.pid}`);
    await client.end();
  });

  afterAll(async () => {
    await Promise.all((sites ?? []).map((site) => site.kill()));
    await varnish?.stop();
    await host?.close();
    await folder?.remove();
  });

  function start(index: number, bundle?: string): Promise<Site> {
    const own = { ...env, PORT: String(ports[index]) };
    return startSite({ editions, data: join(folder.path, `server-${index}`), env: own, ...(bundle && { bundle }) });
  }

  /**
   * Requests pages, searches and forms until `isDone` returns true. Returns the number of requested pages, and a text
   * for each failed request.
   */
  async function readPagesUntil(isDone: () => boolean): Promise<{ requests: number; failures: string[] }> {
    const failures: string[] = [];
    let requests = 0;
    const read = async (path: string, body?: string) => {
      // Sends each form from a different network, since each network may send only five.
      const client = `10.${requests >> 8}.${requests & 255}.1`;
      const form = { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": client };
      const request = body ? { method: "POST", headers: form, body } : {};
      const { status } = await send(varnish.port, path, request).catch((error: Error) => ({ status: error.message }));
      if (status !== (body ? 303 : 200)) failures.push(`${path}: ${status}`);
    };
    while (!isDone()) {
      const number = requests++;
      await read(PAGES[number % PAGES.length] ?? "/");
      if (number % 10 === 0) await read(`/search?q=harbor+${number}`);
      if (number % 50 === 0) await read("/contact", String(new URLSearchParams(TIP)));
    }
    return { requests, failures };
  }

  it("moves the first version's store to PostgreSQL", async () => {
    const file = join(folder.path, "first.db");
    const store = new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false });
    store.exec(await readFile("tests/integration/fixtures/firstVersion.sql", "utf8"));
    store.close();
    const first = { DATABASE_URL: `sqlite:${file}` };
    expect(run("build/bundle", ["migrate"], first)).toEqual([0, expect.stringMatching(/^(0\d{3}-\S+: done\.\n)+$/)]);
    expect(run("build/bundle", ["migrate"])).toEqual([0, expect.stringMatching(/^(0\d{3}-\S+: done\.\n)+$/)]);
    const moved = run("build/bundle", ["move", `sqlite:${file}`, env.DATABASE_URL ?? ""]);
    expect(moved).toEqual([0, expect.stringContaining("articles: 3\n")]);
    sites = await Promise.all(ports.map((_, index) => start(index)));
    await expect.poll(async () => (await send(varnish.port, PAGES[2] ?? "")).status).toBe(200);
  });

  it("fails no request while servers are upgraded one after the other", async () => {
    let isDone = false;
    const reading = readPagesUntil(() => isDone);
    expect(run(nextBundle, ["migrate"])).toEqual([0, `${NEXT_MIGRATION}: done.\n`]);
    for (const index of sites.keys()) {
      // Once Varnish's probe of the stopped server has failed, Varnish sends requests only to the other servers.
      expect(await sites[index]?.stop()).toBe(0);
      sites[index] = await start(index, nextBundle);
      await expect.poll(async () => (await fetch(`${sites[index]?.url}/healthz`)).status).toBe(200);
      host.serve(PATH, { body: createSectionFeed(host, "local", { edition: `Upgrade ${index}` }) });
      await pollNow(env.DATABASE_URL ?? "", host.url(PATH));
      for (const site of sites)
        await expect.poll(async () => (await fetch(`${site.url}/local`)).text()).toContain(`Upgrade ${index} local`);
    }
    isDone = true;
    const { requests, failures } = await reading;
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(100);
    expect(sites.map((site) => site.written()).join("")).not.toContain("poll result not stored");
  });

  it("finds the files of a build that only one of the servers has", async () => {
    const names = sites.map((_, index) => `build-of-${index}.js`);
    await Promise.all(
      names.map((name, index) => writeFile(join(folder.path, `server-${index}/builds/assets`, name), "export {};")),
    );
    // After a server starts, Varnish considers it sick until two probes have succeeded.
    await varnish.waitForSite("healthy");
    for (const name of names) expect([name, (await send(varnish.port, `/assets/${name}`)).status]).toEqual([name, 200]);
    expect((await send(varnish.port, "/assets/build-of-none.js")).status).toBe(404);
  });

  it("starts servers of the version before again, since the migration only added", async () => {
    await sites[0]?.kill();
    sites[0] = await start(0);
    expect((await fetch(`${sites[0].url}/about`)).status).toBe(200);
  });

  /** Runs a command with a bundle's command line. Returns the exit status, and the output or, on failure, the error. */
  function run(bundle: string, args: readonly string[], own: Record<string, string> = {}): [number | null, string] {
    const options = { env: { ...process.env, ...env, ...own }, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(bundle, "cli.js"), ...args], options);
    return [status, status === 0 ? stdout : stderr];
  }
});

/** Copies the built server and adds a migration to the copy. Returns the folder of the copy's bundle. */
async function buildNextVersion(folder: string): Promise<string> {
  const next = join(folder, "next");
  await mkdir(next);
  await cp("build", join(next, "build"), { recursive: true });
  for (const name of ["node_modules", "package.json", "editions"]) await symlink(resolve(name), join(next, name));
  const bundle = join(next, "build/bundle");
  const script = `alter table articles add column added_by_next text; insert into expanding_migrations (name) values ('${NEXT_MIGRATION}')`;
  let found = 0;
  for (const name of (await readdir(bundle)).filter((file) => file.endsWith(".js"))) {
    const source = await readFile(join(bundle, name), "utf8");
    const changed = source.replace(/"0024-leaders": (\w+)\(/, (entry, run) => {
      found++;
      return `"${NEXT_MIGRATION}": ${run}(${JSON.stringify(script)}),\n${entry}`;
    });
    if (changed !== source) await writeFile(join(bundle, name), changed);
  }
  expect(found).toBe(1);
  return bundle;
}
