import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../../server/config.ts";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { createPollWorker } from "../../server/pollWorker/pollWorker.ts";
import { openDatabase } from "../../server/store/open.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { SECTIONS } from "../support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { queryStore, storeUrlIn } from "../support/stores.ts";

const HEAVY = SECTIONS.slice(0, 6);
const ENTRIES = 400;
const READER_INTERVAL_MS = 20;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let editions: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (HEAVY.some((name) => name === section) ? [host.url(`/heavy/${section}.xml`)] : []),
    relays: [],
  });
});

afterAll(async () => {
  await host.close();
  await folder.remove();
});

function serveHeavy(edition: string): void {
  for (const section of HEAVY) {
    const items = Array.from({ length: ENTRIES }, (_, place) => {
      const date = new Date(Date.UTC(2026, 3, 20) - place * 60_000).toUTCString();
      return `<item><title>${edition} ${section} ${place}</title><link>${host.url(`/${edition}/${section}/${place}`)}</link>
<pubDate>${date}</pubDate><description>${"&lt;p&gt;What the wire says of it.&lt;/p&gt;".repeat(15)}</description></item>`;
    });
    host.serve(`/heavy/${section}.xml`, {
      body: `<rss version="2.0"><channel><title>Wire</title>${items.join("")}</channel></rss>`,
      contentType: "application/rss+xml",
    });
  }
}

it("answers requests while heavy feeds are polled", async () => {
  serveHeavy("Morning");
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed, LOG_LEVEL: "debug", SITE_URL: "https://meridian.example" };
  const site = await startSite({ editions, data: folder.path, env });
  let answers = 0;
  while (site.written().split('"msg":"feed polled"').length <= HEAVY.length) {
    const answer = await fetch(site.url);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/<\/html>$/);
    answers++;
    // Requests without a pause would take the CPU time that the polls need.
    await wait(READER_INTERVAL_MS);
  }
  expect(answers).toBeGreaterThan(0);
  // A page re-rendered in the background has the same bytes as one rendered for a request.
  const section = `${site.url}/${HEAVY[0]}`;
  const before = await etagAt(section);
  serveHeavy("Evening");
  await queryStore(storeUrlIn(folder.path), sql`update feeds set next_poll_at = '2000-01-01T00:00:00.000Z'`);
  await expect.poll(() => etagAt(section)).not.toBe(before);
  await site.logs((log) => log.split('"msg":"feed polled"').length > 2 * HEAVY.length);
  // A poll waits only 5 s for pages to be rendered again, which is too short on a busy machine.
  const isRerendered = (log: string) =>
    log.lastIndexOf(`/${HEAVY[0]}","revision"`) > log.lastIndexOf('"msg":"pages out of date"');
  await site.logs(isRerendered);
  const rerendered = await etagAt(section);
  await site.stop();
  const again = await startSite({ editions, data: folder.path, env });
  expect(await etagAt(`${again.url}/${HEAVY[0]}`)).toBe(rerendered);
  await again.stop();
});

it("renders different pages for concurrent requests", async () => {
  const site = await startSite({ editions, data: folder.path, env: { LOG_LEVEL: "debug" } });
  const words = Array.from({ length: 8 }, (_, place) => `word${place}`);
  const pages = await Promise.all(words.map(async (word) => (await fetch(`${site.url}/search?q=${word}`)).text()));
  for (const [place, page] of pages.entries()) {
    expect(page).toContain(`value="${words[place]}"`);
    expect(page).toMatch(/<\/html>$/);
  }
  const rendered = (log: string) => Array.from(log.matchAll(/q=(\w+)",.*"msg":"page rendered"/g), ([, word]) => word);
  await site.logs((log) => rendered(log).length >= words.length);
  expect(rendered(site.written()).sort()).toEqual(words.sort());
  await site.stop();
});

it("restarts a worker that exits, after growing delays", async () => {
  const away = join(folder.path, "away");
  // A file takes the place of the database's folder, so the worker can't open the store and does not start.
  await writeFile(away, "");
  const database = await openDatabase(`sqlite:${join(folder.path, "restart.db")}`);
  const log = openLines();
  const exits = () =>
    log.lines.filter(({ msg }) => msg.includes("poll worker exited")).map((line) => line.restartDelayMs);
  const loaded = await loadEditions(editions);
  const worker = createPollWorker({
    config: readConfig({ DATABASE_URL: `sqlite:${join(away, "restart.db")}`, ALLOW_PRIVATE_HOSTS: host.allowed }),
    editions: { all: () => loaded, onChange: () => {} },
    freeDisk: { hasRoomForBodies: () => true, onChange: () => {} },
    damage: { observe: () => {}, report: () => {} },
    output: log,
    log: pino({}, log),
    timing: { restart: { firstMs: 10, maxMs: 15 }, healthyMs: 600_000, graceMs: 10_000 },
  });
  await worker.lead(database, { role: "poll", node: "", term: 0 });
  worker.start(async () => {});
  await log.until(() => exits().length === 3);
  expect(exits()).toEqual([10, 15, 15]);

  await rm(away);
  await symlink(folder.path, away);
  await log.until(() => log.lines.some(({ msg }) => msg === "feed polled"));
  await worker.stop();
  await database.destroy();
});

/** Creates a log whose lines a test can wait for. */
function openLines() {
  const lines: { msg: string; restartDelayMs?: number }[] = [];
  const waiting = new Set<() => void>();
  return {
    lines,
    write(line: string) {
      lines.push(JSON.parse(line));
      for (const look of waiting) look();
    },
    until: (isEnough: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => isEnough() && resolve();
        waiting.add(look);
        look();
      }),
  };
}

async function etagAt(url: string): Promise<string | null> {
  return (await fetch(url)).headers.get("etag");
}
