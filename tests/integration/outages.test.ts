import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toLoopbackAddress } from "../../bench/startFeedHostProcess.ts";
import { listCalendars } from "../../server/store/feeds/calendars.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { openPollSimulation, type PollSimulation } from "../support/pollSimulation.ts";
import { createSectionFeed } from "../support/sectionFeeds.ts";
import { temporaryFolder } from "../support/site.ts";
import { isPostgres } from "../support/stores.ts";

const START = Date.parse("2026-04-20T13:00:00Z");
const HOUR = 60;
const HOSTS = [0, 1, 2, 3, 4];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let desk: PollSimulation;
let port: string | undefined;

const toUrl = (index: number, path: string) => `http://${toLoopbackAddress(index)}:${port}${path}`;
/** Paths of feeds, with their hosts' numbers. The first host has two feeds, and all others have one. */
const FEEDS = HOSTS.flatMap((index) =>
  (index === 0 ? ["a", "b"] : ["a"]).map((name) => ({ index, path: `/${index}${name}.xml` })),
);
const PATHS = FEEDS.map(({ path }) => path);

beforeEach(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost(0, "0.0.0.0");
  port = host.allowed.split(":")[1];
  for (const path of PATHS) host.serve(path, { body: createSectionFeed(host, path.slice(1, 3)) });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (section === "local" ? FEEDS.map(({ index, path }) => toUrl(index, path)) : []),
    relays: [],
  });
  const allowed = HOSTS.map((index) => `${toLoopbackAddress(index)}:${port}`);
  desk = await openPollSimulation(editions, host, START, allowed);
  await desk.poll();
});

afterEach(async () => {
  await desk.close();
  await host.close();
  await folder.remove();
});

const countRequests = () => PATHS.map((path) => host.requests(path).length);
const readFailures = () =>
  Promise.all(FEEDS.map(async ({ index, path }) => (await desk.state(toUrl(index, path))).failures));

describe("after a general failure", () => {
  it("polls all feeds within minutes, although all were backing off for hours", async () => {
    for (const path of PATHS) host.fault(path, { kind: "cut" });
    await desk.run(12 * HOUR, 10);
    expect(Math.min(...(await readFailures()))).toBeGreaterThan(8);
    const [later, now] = [desk.now() + 6 * HOUR * 60_000, desk.now()].map((time) => new Date(time).toISOString());
    await sql`insert into calendars (url, failures, next_poll_at) values ('failed', 8, ${later}), ('fine', 0, ${later})`.execute(
      desk.database,
    );
    for (const path of PATHS) host.heal(path);
    await desk.run(4, 1);
    expect(await readFailures()).toEqual(PATHS.map(() => 0));
    const calendars = await listCalendars(desk.database, ["failed", "fine"]);
    expect(calendars.filter(({ next_poll_at }) => next_poll_at < (later ?? "")).map(({ url }) => url)).toEqual([
      "failed",
    ]);
    expect(calendars.every(({ next_poll_at }) => next_poll_at > (now ?? ""))).toBe(true);
  });

  it("leaves feeds alone that respond with an error, and hosts that asked to wait", async () => {
    const [error, waiting] = ["/1a.xml", "/2a.xml"];
    for (const path of PATHS) host.fault(path, { kind: "cut" });
    host.fault(error, { kind: "status", status: 404 });
    await desk.run(8 * HOUR, 10);
    host.fault(waiting, { kind: "status", status: 503, headers: { "retry-after": "7200" } });
    await desk.trigger(toUrl(2, waiting));
    await desk.poll();
    for (const path of PATHS) if (path !== error && path !== waiting) host.heal(path);
    const before = [error, waiting].map((path) => host.requests(path).length);
    await desk.run(4, 1);
    expect([error, waiting].map((path) => host.requests(path).length)).toEqual(before);
    expect((await readFailures()).filter((failures) => failures === 0)).toHaveLength(4);
  });

  it.skipIf(isPostgres)("polls one feed a minute meanwhile, and no feed often", async () => {
    for (const path of PATHS) host.fault(path, { kind: "cut" });
    await desk.run(12 * HOUR, 10);
    const before = countRequests();
    await desk.run(HOUR, 1);
    const added = countRequests().map((count, index) => count - (before[index] ?? 0));
    const sum = added.reduce((a, b) => a + b);
    expect(sum).toBeGreaterThanOrEqual(25);
    expect(sum).toBeLessThanOrEqual(70);
    expect(Math.max(...added)).toBeLessThanOrEqual(15);
  });
});

it.skipIf(isPostgres)("does not hurry other feeds when a single host returns", async () => {
  const [lost, dead] = [["/0a.xml", "/0b.xml"], "/1a.xml"];
  for (const path of [...lost, dead]) host.fault(path, { kind: "cut" });
  await desk.run(12 * HOUR, 10);
  for (const path of lost) host.heal(path);
  const before = host.requests(dead).length;
  await desk.trigger(toUrl(0, "/0a.xml"));
  await desk.poll();
  await desk.run(4, 1);
  expect((await desk.state(toUrl(0, "/0a.xml"))).failures).toBe(0);
  // Although the host has returned, the host's second feed still waits for its scheduled poll.
  expect((await desk.state(toUrl(0, "/0b.xml"))).failures).toBeGreaterThan(8);
  expect(host.requests(dead).length).toBe(before);
});
