import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { TIP } from "../support/contactMessage.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { findFreePort } from "../support/freePort.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { pollNow } from "../support/pollNow.ts";
import { listen } from "../support/radioListener.ts";
import { readUntil } from "../support/readUntil.ts";
import { createSectionFeed, feedPath, SECTIONS } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { queryStore } from "../support/stores.ts";
import { openTcpProxy } from "../support/tcpProxy.ts";
import { findVarnishSkipReason, send, startVarnish, startVarnishOfCluster, type Varnish } from "../support/varnish.ts";

// The tests share a site and a Varnish, and run in this order.

const skipReason = findVarnishSkipReason();
const READER_INTERVAL_MS = 20;
/** Header that browsers send. */
const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd" };
/** Path of a feed. Caches keep it for five minutes, longer than a test takes, so only a purge shows a change. */
const FEED = "/local/rss.xml";
const DATA = "/local.data";
const PAGES = ["/", "/local", DATA, FEED];

describe.skipIf(skipReason !== null)(`Varnish in front of the site${skipReason ? ` (${skipReason})` : ""}`, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let host: FeedHost;
  let editions: string;
  let env: Record<string, string>;
  let site: Site;
  let varnish: Varnish;

  const get = (path: string, headers = {}) => send(varnish.port, path, { headers });
  const textOf = async (path: string) => (await get(path)).body.toString();
  /** Returns true if Varnish's cache sent the response: `x-varnish` then also has the id of an earlier request. */
  const isHit = ({ headers }: { headers: Record<string, unknown> }) => String(headers["x-varnish"]).includes(" ");
  const start = () => startSite({ editions, data: folder.path, env });

  function publish(edition: string): void {
    host.serve(feedPath("local"), { body: createSectionFeed(host, "local", { edition }) });
  }

  /** Renames a table. Requests that need the table fail until the table has its old name again. */
  async function renameTable(from: string, to: string): Promise<void> {
    await queryStore(env.DATABASE_URL ?? "", sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`);
  }

  const waitUntil = (isTrue: () => Promise<boolean>) => readUntil(isTrue, Boolean);

  /** Requests cached pages one after the other until `isDone`. Returns the number of requests, and the failures. */
  async function readPagesUntil(isDone: () => boolean): Promise<{ requests: number; failures: string[] }> {
    const failures = new Set<string>();
    let requests = 0;
    for (; !isDone(); requests++) {
      const path = PAGES[requests % PAGES.length] ?? "/";
      const { status } = await get(path);
      if (status !== 200) failures.add(`${path}: ${status}`);
      // Requests without a pause would take the CPU time that the server needs.
      await wait(READER_INTERVAL_MS);
    }
    return { requests, failures: [...failures] };
  }

  beforeAll(async () => {
    folder = await temporaryFolder();
    host = await startFeedHost();
    publish("Morning");
    editions = await writeTestEdition(join(folder.path, "editions"), {
      feeds: (section) => (section === "local" ? [host.url(feedPath("local"))] : []),
      relays: [],
    });
    const sitePort = await findFreePort();
    varnish = await startVarnish(folder.path, sitePort);
    env = {
      PORT: String(sitePort),
      SITE_URL: "http://news.example",
      ALLOW_PRIVATE_HOSTS: host.allowed,
      CDN_PURGE_URL: `http://127.0.0.1:${varnish.port}/`,
      EDITIONS_DIR: editions,
      DATA_DIR: folder.path,
      DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
    };
    site = await start();
    await waitForPolls(site, 1);
    await varnish.waitForSite("healthy");
  });

  afterAll(async () => {
    await site?.stop();
    await varnish?.stop();
    await host?.close();
    await folder?.remove();
  });

  it("serves pages from its cache in every encoding, Brotli included", async () => {
    for (const [accepted, encoding, decode] of [
      [BROWSER["accept-encoding"], "br", brotliDecompressSync],
      ["br;q=0, gzip", "gzip", gunzipSync],
      ["identity", undefined, (body: Buffer) => body],
    ] as const) {
      await waitUntil(async () => isHit(await get("/local", { "accept-encoding": accepted })));
      const page = await get("/local", { "accept-encoding": accepted });
      expect(page.headers["content-encoding"]).toBe(encoding);
      expect(decode(page.body).toString()).toContain("Morning local story 1");
      expect(page.headers).not.toHaveProperty("xkey");
    }
  });

  it("keeps the feed for feed readers apart from the page for browsers at the same address", async () => {
    for (const accept of ["application/rss+xml", "application/atom+xml, */*", "text/html,*/*;q=0.8"])
      expect((await get("/feed", { accept })).headers["content-type"]).toMatch(
        accept.startsWith("text/html") ? /^text\/html/ : /^application\/rss\+xml/,
      );
  });

  it("shows news once the server has rendered it", async () => {
    for (const path of PAGES) await waitUntil(async () => isHit(await get(path)));
    publish("Noon");
    await pollNow(env.DATABASE_URL ?? "", host.url(feedPath("local")));
    for (const path of ["/local", FEED])
      await waitUntil(async () => (await textOf(path)).includes("Noon local story 1"));
  });

  it("forgets what is taken down", async () => {
    const path = "/article/noon-local-story-2";
    for (const cached of [path, ...PAGES]) await waitUntil(async () => isHit(await get(cached)));
    expect(await textOf(FEED)).toContain("Noon local story 2");
    await broadsheet(["takedown", "noon-local-story-2"], env);
    await waitUntil(async () => !(await textOf(FEED)).includes("Noon local story 2"));
    // Waits for these, since Varnish may fetch the feed by itself just before the purge.
    await waitUntil(async () => (await get(path)).status === 410);
    for (const cached of PAGES) await waitUntil(async () => !(await textOf(cached)).includes("Noon local story 2"));
  });

  // Uses a separate Varnish, since the previous test's takedown purges the shared Varnish again after two seconds.
  it("asks another of several servers when one hangs", async () => {
    const { hostname, port } = new URL(site.url);
    const proxies = await Promise.all([0, 1, 2].map(() => openTcpProxy({ host: hostname, port: Number(port) })));
    const clusterFolder = await temporaryFolder();
    const cluster = await startVarnishOfCluster(
      clusterFolder.path,
      proxies.map((proxy) => proxy.port),
      true,
    );
    onTestFinished(async () => {
      await cluster.stop();
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await clusterFolder.remove();
    });
    const paths = SECTIONS.map((section) => `/${section}.data`);
    for (const path of paths) await waitUntil(async () => isHit(await send(cluster.port, path)));
    proxies[0]?.cut();
    const headers = { "surrogate-key": "edition:chicago", "fastly-soft-purge": "1" };
    expect((await send(cluster.port, "/", { method: "PURGE", headers })).status).toBe(200);
    for (const path of paths) {
      const data = await send(cluster.port, path);
      expect([data.status, isHit(data)], path).toEqual([200, false]);
    }
  });

  it("serves what it has when the server hangs", async () => {
    for (const path of PAGES) await waitUntil(async () => isHit(await get(path)));
    process.kill(site.pid, "SIGSTOP");
    try {
      const headers = { "surrogate-key": "edition:chicago", "fastly-soft-purge": "1" };
      expect((await send(varnish.port, "/", { method: "PURGE", headers })).status).toBe(200);
      for (const path of PAGES) expect((await get(path)).status, path).toBe(200);
    } finally {
      process.kill(site.pid, "SIGCONT");
    }
  });

  it("passes on the radio and forms, and keeps private pages out of its cache", async () => {
    const listener = await listen(`http://127.0.0.1:${varnish.port}/api/stream?port=8076`);
    await listener.waitFor((bytes) => bytes.length > 20_000);
    listener.disconnect();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(TIP).toString();
    expect((await send(varnish.port, "/contact", { method: "POST", headers, body })).status).toBe(303);
    expect((await broadsheet(["messages"], env)).output).toContain(TIP.email);
    for (let request = 0; request < 2; request++) {
      const page = await get("/newsletter/confirm/0123456789abcdef");
      expect([isHit(page), page.headers["cache-control"]]).toEqual([false, "no-store"]);
    }
  });

  it.each([
    ["another address", { from: "127.0.0.2" }, 403],
    ["a client of the proxy in front", { headers: { "x-forwarded-for": "203.0.113.9" } }, 403],
    ["the server", {}, 200],
  ])("answers purges from %s", async (_, { headers = {}, ...change }: { headers?: object; from?: string }, status) => {
    const purge = { method: "PURGE", headers: { "surrogate-key": "no-such-key", ...headers }, ...change };
    expect((await send(varnish.port, "/", purge)).status).toBe(status);
  });

  it("serves what it has while the server restarts", async () => {
    for (const path of PAGES) await waitUntil(async () => isHit(await get(path)));
    let isDone = false;
    const reading = readPagesUntil(() => isDone);
    await site.stop();
    site = await start();
    await varnish.waitForSite("healthy");
    isDone = true;
    const { requests, failures } = await reading;
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(PAGES.length);
  });

  it("serves what it has when the server answers with errors", async () => {
    for (const path of PAGES) await waitUntil(async () => isHit(await get(path)));
    await site.stop();
    site = await start();
    await varnish.waitForSite("healthy");
    await renameTable("articles", "articles_away");
    try {
      const headers = { "surrogate-key": "edition:chicago", "fastly-soft-purge": "1" };
      expect((await send(varnish.port, "/", { method: "PURGE", headers })).status).toBe(200);
      for (const path of PAGES) expect((await get(path)).status, path).toBe(200);
      expect((await get("/sports/rss.xml")).status).toBe(500);
    } finally {
      await renameTable("articles_away", "articles");
    }
  });

  it("serves what it has while the server is dead, also what it would otherwise fetch first", async () => {
    for (const path of PAGES) await waitUntil(async () => isHit(await get(path)));
    await site.kill();
    // After a soft purge, Varnish serves old pages at once. Varnish serves old router data only if the server fails.
    const headers = { "surrogate-key": "edition:chicago", "fastly-soft-purge": "1" };
    expect((await send(varnish.port, "/", { method: "PURGE", headers })).status).toBe(200);
    let isSick = false;
    const reading = readPagesUntil(() => isSick);
    await varnish.waitForSite("sick");
    isSick = true;
    expect((await reading).failures).toEqual([]);
    for (const path of PAGES) expect((await get(path)).status, path).toBe(200);
    const uncached = await get("/about");
    expect([uncached.status, uncached.headers["retry-after"]]).toEqual([503, "5"]);
  });
});
