import { rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../../server/config.ts";
import { loadEditions } from "../../server/editions/load.ts";
import { openNewsroom } from "../../server/jobs/pollWorker/newsroom.ts";
import { openDatabase } from "../../server/store/open.ts";
import type { Made } from "../../server/web/cache/kept.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { SECTIONS } from "../support/wire.ts";

const HEAVY = SECTIONS.slice(0, 6);
const ENTRIES = 400;

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

it("answers pages while heavy feeds are polled, and makes the same bytes on either thread", async () => {
  serveHeavy("Morning");
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed, LOG_LEVEL: "debug", SITE_URL: "https://meridian.example" };
  const site = await startSite({ editions, data: folder.path, env });
  let answers = 0;
  while (site.written().split('"msg":"feed polled"').length <= HEAVY.length) {
    const answer = await fetch(site.url);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/<\/html>$/);
    answers++;
  }
  expect(answers).toBeGreaterThan(0);
  // What is made for who asks is made on one thread, and what is made anew on the other, once it is there.
  const section = `/${HEAVY[0]}`;
  for (let edition = 1; !site.written().includes('"elsewhereMs":'); edition++) {
    serveHeavy(`Extra ${edition}`);
    const before = await taggedAt(site.url + section);
    makeAllDue();
    await until(async () => (await taggedAt(site.url + section)) !== before);
  }
  const anew = await taggedAt(site.url + section);
  await site.stop();
  const again = await startSite({ editions, data: folder.path, env });
  expect(await taggedAt(again.url + section)).toBe(anew);
  await again.stop();
});

it.skipIf(availableParallelism() === 1)(
  "has pages made by both threads where several readers wait, each page once",
  async () => {
    const site = await startSite({ editions, data: folder.path, env: { LOG_LEVEL: "debug" } });
    const wordsMade = (log: string) => Array.from(log.matchAll(/q=(\w+)",.*"msg":"page made"/g), ([, word]) => word);
    const asked: string[] = [];
    // The newsroom loads what it takes to make pages when it is first offered one.
    for (let round = 0; !/"elsewhereMs":.*"msg":"page made"/.test(site.written()); round++) {
      const words = Array.from({ length: 8 }, (_, place) => `word${round}x${place}`);
      asked.push(...words);
      const pages = await Promise.all(words.map(async (word) => (await fetch(`${site.url}/search?q=${word}`)).text()));
      for (const [place, page] of pages.entries()) {
        expect(page).toContain(`value="${words[place]}"`);
        expect(page).toMatch(/<\/html>$/);
      }
    }
    await site.logs((log) => wordsMade(log).length >= asked.length);
    expect(wordsMade(site.written()).sort()).toEqual(asked.sort());
    await site.stop();
  },
);

it("starts a thread that dies again, after longer and longer waits, and makes pages without it until then", async () => {
  const away = join(folder.path, "away");
  // Where the thread looks for its store stands a file, so that it cannot live.
  await writeFile(away, "");
  const database = await openDatabase(`sqlite:${join(folder.path, "broadsheet.db")}`);
  const log = openLines();
  const deaths = () => log.lines.filter(({ msg }) => msg.includes("thread died")).map(({ waitMs }) => waitMs);
  const [edition, ...others] = await loadEditions(editions);
  if (!edition) throw new Error("There is no edition.");
  const made: Made = { status: 200, headers: {}, body: Buffer.from("made here"), tags: new Set() };
  const newsroom = openNewsroom({
    config: readConfig({ DATABASE_URL: `sqlite:${join(away, "broadsheet.db")}`, ALLOW_PRIVATE_HOSTS: host.allowed }),
    editions: { all: () => [edition, ...others], onChange: () => {} },
    ...{ database, output: log, log: pino({}, log), radio: { view: () => undefined } },
    ...{ makePage: async () => made, isBuilt: true, startedAt: Date.now() },
    // No page is made so soon.
    pace: { firstWaitMs: 10, longestWaitMs: 15, soundMs: 600_000, graceMs: 10_000, pageMs: 1 },
  });
  const site = { edition, siteUrl: "https://meridian.example", prefix: "", isKept: true };
  const outcome = () =>
    newsroom.makeAnew(new Request("https://meridian.example/"), site).then(
      ({ body }) => String(body),
      ({ message }: Error) => message,
    );

  await newsroom.begin(async () => {});
  await log.until(() => deaths().length === 2);
  expect(await outcome()).toBe("made here");

  await rm(away);
  await symlink(folder.path, away);
  await until(async () => (await outcome()) === "It could not be made within 0.001 s.");
  await log.until(() => deaths().length === 3);
  expect(await outcome()).toBe("made here");
  expect(deaths()).toEqual([10, 15, 15]);
  await newsroom.stop();
  await database.destroy();
});

/** A log that says when it has what is waited for. */
function openLines() {
  const lines: { msg: string; waitMs?: number }[] = [];
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

async function taggedAt(url: string): Promise<string | null> {
  return (await fetch(url)).headers.get("etag");
}

function makeAllDue(): void {
  const store = new DatabaseSync(join(folder.path, "broadsheet.db"), { timeout: 5000 });
  store.exec("update feeds set next_poll_at = '2000-01-01T00:00:00.000Z'");
  store.close();
}

/** Asks until it is so; the test's own time limit ends a wait for what never comes. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setImmediate();
}
