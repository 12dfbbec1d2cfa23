import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parkFeed } from "../../server/store/feeds/feeds.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { openPollSimulation, type PollSimulation } from "../support/pollSimulation.ts";
import { temporaryFolder } from "../support/site.ts";

const START = Date.parse("2026-11-21T12:00:00Z");
const HOUR = 60;
const DAY = 24 * HOUR;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let desk: PollSimulation;

beforeEach(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
});

afterEach(async () => {
  await desk.close();
  await host.close();
  await folder.remove();
});

/** Creates a feed with a story every `hoursApart` hours. The newest story is `hoursApart` hours older than `START`. */
function feed(name: string, { hoursApart = 3, count = 5, extra = "" } = {}): string {
  const items = Array.from({ length: count }, (_, index) => {
    const date = new Date(START - (index + 1) * hoursApart * 3_600_000).toUTCString();
    return `<item><guid>${name}-${index}</guid><title>Story ${index} of ${name}</title><link>https://news.example/${name}/${index}</link><pubDate>${date}</pubDate></item>`;
  });
  return `<rss version="2.0"><channel><title>${name}</title>${extra}${items.join("")}</channel></rss>`;
}

async function open(feeds: Record<string, string[]>, relays: FeedHost["relays"] = []): Promise<PollSimulation> {
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (feeds[section] ?? []).map((path) => host.url(path)),
    relays,
  });
  desk = await openPollSimulation(editions, host, START);
  return desk;
}

async function minutesToNext(path: string): Promise<number> {
  const { nextPollAt } = await desk.state(host.url(path));
  return Math.round((Date.parse(nextPollAt) - desk.now()) / 60_000);
}

describe("the poll schedule", () => {
  it("fetches a feed that several sections follow only once", async () => {
    host.serve("/a.xml", { body: feed("a") });
    await open({ local: ["/a.xml"], national: ["/a.xml"], world: ["/a.xml"] });
    await desk.poll();
    expect(host.requests("/a.xml")).toHaveLength(1);
    expect((await desk.news.section("world"))?.block.stories).toHaveLength(5);
  });

  it("does not fetch a feed that was polled after the list of due feeds was read", async () => {
    // Only two feeds of a host are polled at the same time, so the third one waits.
    const paths = ["/a.xml", "/b.xml", "/c.xml"];
    for (const path of paths) host.serve(path, { body: feed(path.slice(1, 2)) });
    for (const path of ["/a.xml", "/b.xml"]) host.fault(path, { kind: "hang" });
    await open({ local: paths });
    const polled = desk.poll();
    for (const path of ["/a.xml", "/b.xml"]) await host.waitForRequests(path, 1);
    await parkFeed(desk.database, host.url("/c.xml"), new Date(desk.now() + 1).toISOString());
    for (const path of paths) host.heal(path);
    host.release();
    await polled;
    expect(paths.map((path) => host.requests(path).length)).toEqual([1, 1, 0]);
  });

  it("polls at once after the clock was set back, and then at the usual interval", async () => {
    host.serve("/a.xml", { body: feed("a") });
    await open({ local: ["/a.xml"] });
    desk.pass(5 * 365 * DAY);
    await desk.poll();
    desk.pass(-5 * 365 * DAY);
    for (let checks = 0; checks < 3; checks++) await desk.poll();
    expect(host.requests("/a.xml")).toHaveLength(2);
    expect(await minutesToNext("/a.xml")).toBeLessThanOrEqual(17);
  });

  it.each([
    ["publishes every hour", { hoursApart: 1 }, 5, 6],
    ["publishes every three hours", { hoursApart: 3 }, 15, 17],
    ["has not published for months", { hoursApart: 800 }, 360, 396],
    ["has a ttl", { extra: "<ttl>120</ttl>" }, 120, 120],
    [
      "has skipHours for the next two hours",
      { extra: "<skipHours><hour>12</hour><hour>13</hour></skipHours>" },
      120,
      120,
    ],
    [
      "has skipHours for the hour in which its interval ends",
      { hoursApart: 16, extra: "<skipHours><hour>13</hour></skipHours>" },
      120,
      120,
    ],
    [
      "has an updatePeriod of a day",
      {
        extra: '<sy:updatePeriod xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">daily</sy:updatePeriod>',
      },
      DAY,
      DAY,
    ],
  ])("polls a feed that %s at its interval", async (_name, shape, atLeast, atMost) => {
    host.serve("/a.xml", { body: feed("a", shape) });
    await open({ local: ["/a.xml"] });
    await desk.poll();
    expect(await minutesToNext("/a.xml")).toBeGreaterThanOrEqual(atLeast);
    expect(await minutesToNext("/a.xml")).toBeLessThanOrEqual(atMost);
  });

  it("does not poll before max-age or Expires has passed", async () => {
    host.serve("/a.xml", { body: feed("a"), headers: { "cache-control": "max-age=3600" } });
    host.serve("/b.xml", {
      body: feed("b"),
      headers: { expires: new Date(START + 2 * 3_600_000).toUTCString(), date: new Date(START).toUTCString() },
    });
    await open({ local: ["/a.xml"], national: ["/b.xml"] });
    await desk.run(59, 1);
    expect([host.requests("/a.xml").length, host.requests("/b.xml").length]).toEqual([1, 1]);
    await desk.run(3, 1);
    expect([host.requests("/a.xml").length, host.requests("/b.xml").length]).toEqual([2, 1]);
  });

  it("sends conditional requests, and once a day an unconditional one", async () => {
    host.serve("/a.xml", { body: feed("a"), headers: { "last-modified": "Sat, 21 Nov 2026 11:00:00 GMT" } });
    await open({ local: ["/a.xml"] });
    await desk.run(30, 1);
    const [first, second] = host.requests("/a.xml");
    expect(first).not.toHaveProperty("if-none-match");
    expect(second).toMatchObject({
      "if-none-match": expect.stringMatching(/^"/),
      "if-modified-since": "Sat, 21 Nov 2026 11:00:00 GMT",
    });
    expect((await desk.state(host.url("/a.xml"))).lastStatus).toBe(304);
    expect((await desk.news.section("local"))?.block).toMatchObject({ state: "fresh", notice: null });
    await desk.run(DAY + 4 * HOUR, 10);
    const unconditional = host.requests("/a.xml").filter((headers) => !("if-none-match" in headers));
    expect(unconditional).toHaveLength(2);
  });

  it("backs off from a failing feed without limit, and polls it at once on request", async () => {
    host.serve("/a.xml", { body: feed("a") });
    host.fault("/a.xml", { kind: "status", status: 500 });
    await open({ local: ["/a.xml"] });
    const delays: number[] = [];
    for (let failure = 0; failure < 12; failure++) {
      await desk.poll();
      delays.push(await minutesToNext("/a.xml"));
      desk.pass((delays.at(-1) ?? 0) + 1);
    }
    expect(delays.slice(0, 5).every((delay, index) => delay >= 2 ** index && delay <= 2 ** index * 1.1 + 1)).toBe(true);
    expect(delays.at(-1)).toBeGreaterThanOrEqual(360);
    expect(delays.at(-1)).toBeLessThanOrEqual(396);
    await desk.poll();
    host.heal("/a.xml");
    await desk.trigger(host.url("/a.xml"));
    await desk.poll();
    expect(await desk.state(host.url("/a.xml"))).toMatchObject({ failures: 0, lastError: null });
  });

  it("polls a feed that responds with 410 once a day", async () => {
    host.serve("/a.xml", { body: feed("a") });
    await open({ local: ["/a.xml"] });
    await desk.poll();
    host.fault("/a.xml", { kind: "status", status: 410 });
    await desk.run(2 * DAY, 10);
    expect(host.requests("/a.xml").length).toBeLessThanOrEqual(4);
    expect((await desk.news.sources())[0]).toMatchObject({ health: "closed" });
    expect((await desk.news.section("local"))?.block.stories).toHaveLength(5);
  });

  it("adopts the URL of a permanent redirect after five equal responses over a day", async () => {
    host.serve("/new.xml", { body: feed("a") });
    host.fault("/a.xml", { kind: "status", status: 301, headers: { location: "/new.xml" } });
    await open({ local: ["/a.xml"] });
    await desk.run(23 * HOUR, 15);
    expect(host.requests("/a.xml").length).toBeGreaterThan(5);
    expect((await desk.state(host.url("/a.xml"))).adoptedUrl).toBeNull();
    await desk.run(2 * HOUR, 15);
    expect((await desk.state(host.url("/a.xml"))).adoptedUrl).toBe(host.url("/new.xml"));
    const requestCount = host.requests("/a.xml").length;
    await desk.run(DAY, 30);
    expect(host.requests("/a.xml")).toHaveLength(requestCount);
    // If the feed fails at the redirect's URL, the site polls the URL in the edition again.
    host.fault("/new.xml", { kind: "status", status: 404 });
    host.serve("/a.xml", { body: feed("a") });
    host.heal("/a.xml");
    await desk.run(12 * HOUR, 15);
    expect(await desk.state(host.url("/a.xml"))).toMatchObject({ adoptedUrl: null, lastError: null });
  });

  it("never adopts the URL of a temporary redirect", async () => {
    host.serve("/new.xml", { body: feed("a") });
    host.fault("/a.xml", { kind: "redirect", to: "/new.xml" });
    await open({ local: ["/a.xml"] });
    await desk.run(2 * DAY, 30);
    expect((await desk.state(host.url("/a.xml"))).adoptedUrl).toBeNull();
  });

  it("backs off from direct requests while a relay works", async () => {
    host.serve("/a.xml", { body: feed("a") });
    host.fault("/a.xml", { kind: "status", status: 403 });
    await open({ local: ["/a.xml"] }, host.relays.slice(1, 2));
    await desk.run(DAY, 5);
    const direct = host.requests("/a.xml").length;
    const relayed = host.requests("/relay/passthrough").length;
    expect(relayed).toBeGreaterThan(20);
    expect(direct).toBeGreaterThan(3);
    expect(direct).toBeLessThan(relayed / 2);
    expect((await desk.news.sources())[0]).toMatchObject({ health: "relayed" });
    host.heal("/a.xml");
    await desk.run(13 * HOUR, 15);
    expect(await desk.state(host.url("/a.xml"))).toMatchObject({ transport: "direct", direct: null });
  });
});

describe("a poll", () => {
  it("accepts a 304 that has a Content-Encoding header", async () => {
    host.serve("/a.xml", { body: feed("a"), gzip: true });
    await open({ local: ["/a.xml"] });
    await desk.poll();
    host.fault("/a.xml", { kind: "status", status: 304, headers: { "content-encoding": "gzip" } });
    await desk.run(30, 5);
    expect(await desk.state(host.url("/a.xml"))).toMatchObject({ lastStatus: 304, failures: 0, lastError: null });
  });

  it("drops an adopted URL that fails, although a relay brings the feed", async () => {
    host.serve("/new.xml", { body: feed("a") });
    host.serve("/a.xml", { body: feed("a") });
    host.fault("/a.xml", { kind: "status", status: 308, headers: { location: "/new.xml" } });
    await open({ local: ["/a.xml"] }, host.relays.slice(1, 2));
    await desk.run(26 * HOUR, 15);
    expect((await desk.state(host.url("/a.xml"))).adoptedUrl).toBe(host.url("/new.xml"));
    host.fault("/new.xml", { kind: "status", status: 404 });
    await desk.run(3 * HOUR, 15);
    expect(await desk.state(host.url("/a.xml"))).toMatchObject({ adoptedUrl: null, failures: 0 });
  });
});

describe("host backoff", () => {
  it.each([
    ["429 with seconds", 429, "7200"],
    ["503 with a date", 503, new Date(START + 2 * 3_600_000).toUTCString()],
  ])("starts on %s, for all feeds of the host, and ends at that time", async (_name, status, retryAfter) => {
    host.serve("/a.xml", { body: feed("a") });
    host.serve("/b.xml", { body: feed("b", { hoursApart: 1 }) });
    await open({ local: ["/a.xml"], national: ["/b.xml"] });
    await desk.poll();
    host.fault("/a.xml", { kind: "status", status, headers: { "retry-after": retryAfter } });
    await desk.trigger(host.url("/a.xml"));
    await desk.poll();
    const requestCount = host.requests("/a.xml").length + host.requests("/b.xml").length;
    await desk.run(119, 1);
    expect(host.requests("/a.xml").length + host.requests("/b.xml").length).toBe(requestCount);
    host.heal("/a.xml");
    await desk.run(10, 1);
    expect(await desk.state(host.url("/a.xml"))).toMatchObject({ failures: 0, lastError: null });
    expect(host.requests("/b.xml").length).toBeGreaterThan(1);
  });
});

describe("hanging feeds", () => {
  it("do not delay others", async () => {
    const hanging = Array.from({ length: 6 }, (_, index) => `/hang-${index}.xml`);
    for (const path of hanging) host.fault(path, { kind: "hang" });
    // Uses another address, since all ports of an address share the limit of concurrent requests.
    const other = await startFeedHost(0, "0.0.0.0");
    const allowed = other.allowed.replace("127.0.0.1", "127.0.0.2");
    other.serve("/good.xml", { body: feed("good") });
    const editions = await writeTestEdition(join(folder.path, "editions"), {
      feeds: (section) =>
        section === "local"
          ? hanging.map((path) => host.url(path))
          : section === "world"
            ? [`http://${allowed}/good.xml`]
            : [],
      relays: [],
    });
    desk = await openPollSimulation(editions, host, START, [allowed]);
    const polling = desk.poll();
    await host.waitForRequests("/hang-0.xml", 1);
    // The feed good.xml is stored although requests for some of the hanging feeds have not ended.
    await expect.poll(async () => (await desk.news.section("world"))?.block.state).toBe("fresh");
    expect(host.requests("/hang-5.xml")).toHaveLength(0);
    for (const path of hanging) host.heal(path);
    host.release();
    await polling;
    await other.close();
  });
});
