import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadEditions } from "../../server/editions/load.ts";
import { openOutbound } from "../../server/net/outbound.ts";
import { openDatabase } from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema.ts";
import { type Hub, openHub } from "../../server/syndication/websub/websub.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { startFeedHost } from "../support/feedHost.ts";
import { type HubHost, startHubHost } from "../support/hubHost.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { wireFeed } from "../support/wire.ts";

const FEED = "https://wire.example/local.xml";
/** As the real ones, and sooner, so that nobody has to wait. */
const PACE = { restMs: 400, retryMs: 60, longestMs: 10_000, tickMs: 5 };
/** /feed, and three formats of the front page, the section and the source. */
const TOPICS = 10;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Database;
let outbound: ReturnType<typeof openOutbound>;
let host: HubHost;
let hub: Hub;
let open: () => Promise<Hub>;

beforeEach(async () => {
  folder = await temporaryFolder();
  host = await startHubHost();
  outbound = openOutbound({ allowedHosts: [host.allowed], userAgent: "Broadsheet" });
  database = await openDatabase(`sqlite:${join(folder.path, "store.db")}`);
  const editions = await loadEditions(
    await writeTestEdition(join(folder.path, "editions"), {
      feeds: (section) => (section === "local" ? [FEED] : []),
      relays: [],
      change: (edition) => edition.set("hub", host.url),
    }),
  );
  const log = pino({ level: "silent" });
  const siteUrl = "https://post.example";
  open = async () => openHub({ editions: { all: () => editions }, database, outbound, log, siteUrl, pace: PACE });
  hub = await open();
});

afterEach(async () => {
  await hub.stop();
  await outbound.close();
  await database.destroy();
  await host.close();
  await folder.remove();
});

it("is told once of any number of changes, and again after a rest", async () => {
  for (let change = 0; change < 20; change++) await hub.changed([FEED]);
  await host.until(() => host.told().length >= TOPICS);
  const first = host.asked().find(({ form }) => form["hub.url"] === "https://post.example/local/atom.xml");
  expect(first?.form).toMatchObject({ "hub.mode": "publish" });
  await hub.changed([FEED]);
  await hub.changed([FEED]);
  await host.until(() => host.told().length >= 2 * TOPICS);
  const again = host.asked().findLast(({ form }) => form["hub.url"] === "https://post.example/local/atom.xml");
  expect((again?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(PACE.restMs - 50);
  expect(new Set(host.told()).size).toBe(TOPICS);
  expect(host.told()).toHaveLength(2 * TOPICS);
});

it("is told again, ever later, for as long as it refuses, and by the next process, too", async () => {
  host.refuse(3 * TOPICS);
  await hub.changed([FEED]);
  await host.until(() => host.asked().length >= 2 * TOPICS);
  await hub.stop();
  hub = await open();
  await host.until(() => host.told().length >= TOPICS);
  const asked = host.asked().filter(({ form }) => form["hub.url"] === "https://post.example/rss.xml");
  const waits = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
  expect(waits).toHaveLength(3);
  for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(PACE.retryMs * 2 ** index - 10);
});

it("is told of what an operator takes down, once the feeds are without it", async () => {
  const data = join(folder.path, "site");
  const feeds = await startFeedHost();
  const feed = feeds.url("/local.xml");
  feeds.serve("/local.xml", { body: wireFeed(feeds, "local"), contentType: "application/rss+xml" });
  const editions = await writeTestEdition(join(data, "editions"), {
    feeds: (section) => (section === "local" ? [feed] : []),
    relays: feeds.relays,
    change: (edition) => edition.set("hub", host.url),
  });
  const site = await startSite({ editions, data, env: { ALLOW_PRIVATE_HOSTS: `${feeds.allowed},${host.allowed}` } });
  try {
    await host.until(() => host.told().length >= TOPICS);
    const slug = "morning-local-story-1";
    const hasIt = async () => (await (await fetch(`${site.url}/local/rss.xml`)).text()).includes(slug);
    expect(await hasIt()).toBe(true);
    const address = `sqlite:${join(data, "broadsheet.db")}`;
    await broadsheet(["takedown", slug], { DATABASE_URL: address });
    // A feed is told of once a minute at most, so that it is due and not told of yet.
    const store = await openDatabase(address);
    const again = store.selectFrom("pings").where("pinged_at", "is not", null).where("due_at", "is not", null);
    while ((await again.select("path").execute()).length < TOPICS) await hasIt();
    expect(await hasIt()).toBe(false);
    await store.destroy();
  } finally {
    await site.stop();
    await feeds.close();
  }
});

it("is told of no change in what the edition does not follow", async () => {
  await hub.changed(["https://elsewhere.example/rss.xml"]);
  expect(await database.selectFrom("pings").selectAll().execute()).toEqual([]);
});
