import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { openOutbound } from "../../server/net/outbound.ts";
import { scheduleNotifications } from "../../server/store/feeds/websubNotifications.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { createWebSub, type WebSub } from "../../server/syndication/websub/websub.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { startFeedHost } from "../support/feedHost.ts";
import { readUntil } from "../support/readUntil.ts";
import { createSectionFeed } from "../support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { openDatabase } from "../support/stores.ts";
import { startWebSubHub, type WebSubHub } from "../support/websubHub.ts";

const FEED = "https://wire.example/local.xml";
/** Intervals, in ms, shorter than in production. */
const PACE = { minIntervalMs: 3000, backoff: { firstMs: 60, maxMs: 10_000 }, tickMs: 5 };
/** Number of changed feeds: /feed, and three formats each for the front page, the section and the source. */
const TOPICS = 10;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Database;
let outbound: ReturnType<typeof openOutbound>;
let hub: WebSubHub;
let notifier: WebSub;
let job: ReturnType<WebSub["start"]>;

beforeEach(async () => {
  folder = await temporaryFolder();
  hub = await startWebSubHub();
  outbound = openOutbound({ allowedHosts: [hub.allowed], userAgent: "Broadsheet" });
  database = await openDatabase(`sqlite:${join(folder.path, "store.db")}`);
  const editions = await loadEditions(
    await writeTestEdition(join(folder.path, "editions"), {
      feeds: (section) => (section === "local" ? [FEED] : []),
      relays: [],
      change: (edition) => edition.set("hub", hub.url),
    }),
    "https://post.example",
  );
  const log = pino({ level: "silent" });
  notifier = createWebSub({ editions: { all: () => editions }, database, outbound, log, pace: PACE });
  job = notifier.start(database);
});

afterEach(async () => {
  await job.stop();
  await outbound.close();
  await database.destroy();
  await hub.close();
  await folder.remove();
});

it("sends one notification for any number of changes, and the next one after the minimum interval", async () => {
  await job.stop();
  for (let change = 0; change < 20; change++) await notifier.changed([FEED]);
  job = notifier.start(database);
  await hub.until(() => hub.topics().length >= TOPICS);
  const first = hub.requests().find(({ form }) => form["hub.url"] === "https://post.example/local/atom.xml");
  expect(first?.form).toMatchObject({ "hub.mode": "publish" });
  await notifier.changed([FEED]);
  await notifier.changed([FEED]);
  await hub.until(() => hub.topics().length >= 2 * TOPICS);
  const again = hub.requests().findLast(({ form }) => form["hub.url"] === "https://post.example/local/atom.xml");
  expect((again?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(PACE.minIntervalMs - 50);
  expect(new Set(hub.topics()).size).toBe(TOPICS);
  expect(hub.topics()).toHaveLength(2 * TOPICS);
});

it("sends another notification about a change that a process stores during a notification", async () => {
  hub.hold();
  await notifier.changed([FEED]);
  await hub.until(() => hub.requests().length > 0);
  const topic = hub.requests()[0]?.form["hub.url"] ?? "";
  await scheduleNotifications(database, "chicago", [new URL(topic).pathname], PACE.minIntervalMs, Date.now());
  hub.release();
  await hub.until(() => hub.topics().length > TOPICS);
  expect(hub.topics()[TOPICS]).toBe(topic);
});

it("repeats a rejected notification with growing delays, also after a restart", async () => {
  hub.reject(3);
  await notifier.changed([FEED]);
  await hub.until(() => hub.requests().length >= 2 * TOPICS);
  await job.stop();
  job = notifier.start(database);
  await hub.until(() => hub.topics().length >= TOPICS);
  const requests = hub.requests().filter(({ form }) => form["hub.url"] === "https://post.example/rss.xml");
  const delays = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0));
  expect(delays).toHaveLength(3);
  for (const [index, delay] of delays.entries())
    expect(delay).toBeGreaterThanOrEqual(PACE.backoff.firstMs * 2 ** index - 10);
});

it("sends notifications about a takedown once the feeds lack the article, also if the server was down", async () => {
  const data = join(folder.path, "site");
  const feeds = await startFeedHost();
  const feed = feeds.url("/local.xml");
  feeds.serve("/local.xml", { body: createSectionFeed(feeds, "local"), contentType: "application/rss+xml" });
  const editions = await writeTestEdition(join(data, "editions"), {
    feeds: (section) => (section === "local" ? [feed] : []),
    relays: feeds.relays,
    change: (edition) => edition.set("hub", hub.url),
  });
  const site = await startSite({ editions, data, env: { ALLOW_PRIVATE_HOSTS: `${feeds.allowed},${hub.allowed}` } });
  try {
    await hub.until(() => hub.topics().length >= TOPICS);
    const slug = "morning-local-story-1";
    const containsIt = async () => (await (await fetch(`${site.url}/local/rss.xml`)).text()).includes(slug);
    expect(await containsIt()).toBe(true);
    const address = `sqlite:${join(data, "broadsheet.db")}`;
    await broadsheet(["takedown", slug], { DATABASE_URL: address });
    // The second notification is scheduled but not sent, since less than a minute has passed since the first.
    const store = await openDatabase(address);
    const scheduledAgain = store
      .selectFrom("websub_notifications")
      .where("notified_at", "is not", null)
      .where("due_at", "is not", null);
    await readUntil(
      async () => {
        await containsIt();
        return scheduledAgain.select("path").execute();
      },
      ({ length }) => length >= TOPICS,
    );
    expect(await containsIt()).toBe(false);

    // Stops the site, so that only the command `takedown` can schedule notifications.
    await site.stop();
    await store.updateTable("websub_notifications").set({ due_at: null }).execute();
    await broadsheet(["takedown", "morning-local-story-2"], { DATABASE_URL: address, EDITIONS_DIR: editions });
    expect(await scheduledAgain.select("path").execute()).toHaveLength(TOPICS);
    await store.destroy();
  } finally {
    await site.stop();
    await feeds.close();
  }
});

it("sends nothing about feeds that the edition does not follow", async () => {
  await notifier.changed(["https://elsewhere.example/rss.xml"]);
  expect(await database.selectFrom("websub_notifications").selectAll().execute()).toEqual([]);
});
