import { cp, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "../server/store/open.ts";
import { type Site, startSite, temporaryFolder } from "../tests/support/site.ts";
import { readCpuSeconds, readMemoryMb } from "./machine.ts";
import { quantile } from "./quantile.ts";
import { formatWhole } from "./table.ts";

const SECTIONS_PER_EDITION = 10;
const FEEDS_PER_SECTION = 20;
const STORIES_PER_FEED = 5;
const STARTS = 3;
/** Delay, in ms, between the last request and the reading of memory. */
const REST_MS = 20_000;
const PATHS = ["/", "/section-1", "/rss.xml", "/editions"];

const toId = (edition: number) => `edition-${edition}`;
const toHost = (edition: number) => `${toId(edition)}.example`;
const toUrl = (edition: number, section: number, feed: number) =>
  `http://wire-${edition}-${section}-${feed}.invalid/rss.xml`;

export const NETWORK_HEAD = [
  ...["editions", "start ms", "start CPU s", "memory MB", "MB an edition"],
  ...["reload ms", "reload CPU s", "others touched"],
];

/**
 * Measures one process with a number of copies of The Madison Ledger. Each copy has 200 feeds, none of which is due.
 * Measures the start, the memory after four pages of each edition, and a reload of one edition.
 *
 * @returns a row per number of editions
 */
export async function measureNetwork(sizes: readonly number[]): Promise<string[][]> {
  const rows: string[][] = [];
  let first = Number.NaN;
  for (const size of sizes) {
    const folder = await temporaryFolder();
    const editions = await generateNetwork(folder.path, size);
    const [starts, cpu]: [number[], number[]] = [[], []];
    let site: Site | undefined;
    // Does not measure the first start, which also records the feeds of all sections.
    for (let start = 0; start <= STARTS; start++) {
      await site?.stop();
      const began = performance.now();
      site = await startSite({ editions, data: folder.path, env: { LOG_LEVEL: "debug" }, hasOwnProcess: true });
      await read(site, 1, "/");
      if (start === 0) continue;
      starts.push(performance.now() - began);
      cpu.push(readCpuSeconds(site.pid));
    }
    if (!site) break;
    for (let edition = 1; edition <= size; edition++) for (const path of PATHS) await read(site, edition, path);
    await wait(REST_MS);
    const memoryMb = readMemoryMb(site.pid);
    if (rows.length === 0) first = memoryMb;
    const more = size > 1 ? ((memoryMb - first) / (size - 1)).toFixed(1) : "";
    const reload = await measureReload(site, editions);
    const startMs = formatWhole(quantile(starts, 0.5));
    rows.push([
      ...[formatWhole(size), startMs, quantile(cpu, 0.5).toFixed(2), formatWhole(memoryMb), more],
      ...[formatWhole(reload.ms), reload.cpuSeconds.toFixed(2), String(reload.touched)],
    ]);
    await site.stop();
    await folder.remove();
  }
  return rows;
}

async function generateNetwork(folder: string, size: number): Promise<string> {
  const editions = join(folder, "editions");
  const now = new Date().toISOString();
  const path = join(folder, "broadsheet.db");
  await (await openDatabase(`sqlite:${path}`)).destroy();
  const store = new DatabaseSync(path);
  store.exec("pragma journal_mode=wal; pragma synchronous=off; begin");
  const addFeed = store.prepare(
    `insert into feeds (url, title, failures, next_poll_at, last_attempt_at, last_success_at, transport, redirect_count, direct_failures)
     values (?, 'The wire', 0, '9000-01-01T00:00:00.000Z', ?, ?, 'direct', 0, 0)`,
  );
  const addArticle = store.prepare(
    `insert into articles (id, slug, title, link, link_key, author, published_at, sorted_at, description_html, content_html,
       excerpt, enclosures, categories, feed_url, first_seen_at, changed_at, digest)
     values (?, ?, ?, ?, ?, 'A Reporter', ?, ?, '', '', 'An excerpt of a sentence or two.', '[]', '[]', ?, ?, ?, '')`,
  );
  const addEntry = store.prepare("insert into entries values (?, ?, ?, ?)");
  let id = 0;
  for (let edition = 1; edition <= size; edition++) {
    await cp("editions/madison", join(editions, toId(edition)), { recursive: true });
    const file = join(editions, toId(edition), "edition.yaml");
    const source = await readFile(file, "utf8");
    const sections: string[] = [];
    for (let section = 1; section <= SECTIONS_PER_EDITION; section++) {
      const urls = Array.from({ length: FEEDS_PER_SECTION }, (_, feed) => toUrl(edition, section, feed));
      sections.push(`  - slug: section-${section}\n    name: Section ${section}\n    feeds:`);
      sections.push(...urls.map((url) => `      - { url: "${url}", publisher: The Wire }`));
      for (const url of urls) {
        addFeed.run(url, now, now);
        for (let story = 0; story < STORIES_PER_FEED; story++) {
          const link = `news.example/${++id}`;
          const date = new Date(Date.now() - id * 60_000).toISOString();
          const title = `Council number ${id} weighs bridge ${(id * 7919) % 9973} after hearing ${(id * 31) % 997}`;
          addArticle.run(id, `story-${id}`, title, `https://${link}`, link, date, date, url, date, date);
          addEntry.run(url, link, id, date);
        }
      }
    }
    const own = source
      .replace("example: true\n", "")
      .replace(/^hosts: .*/m, `hosts: [${toHost(edition)}]`)
      .replace(/^sections:\n[\s\S]*?\n\n/m, `sections:\n${sections.join("\n")}\n\n`)
      .replace(/^publishers:\n([ #].*\n)+/m, "");
    await writeFile(file, own);
  }
  store.exec("commit; pragma wal_checkpoint(truncate)");
  store.close();
  return editions;
}

/**
 * Changes the first edition. @returns the time until its front page shows the change, the CPU time, and the number of
 * other editions whose pages became outdated
 */
async function measureReload(
  site: Site,
  editions: string,
): Promise<{ ms: number; cpuSeconds: number; touched: number }> {
  const written = site.written().length;
  const file = join(editions, toId(1), "edition.yaml");
  const before = readCpuSeconds(site.pid);
  const began = performance.now();
  await writeFile(file, (await readFile(file, "utf8")).replace("region: Southern Wisconsin", "region: A New Region"));
  while (!(await read(site, 1, "/")).includes("A NEW REGION")) await wait(10);
  const ms = performance.now() - began;
  await site.logs((log) => log.slice(written).includes("editions reloaded"));
  const cpuSeconds = readCpuSeconds(site.pid) - before;
  const log = site.written().slice(written);
  const outdated = Array.from(log.matchAll(/"edition":"([^"]+)","revision"/g), ([, id]) => id);
  return { ms, cpuSeconds, touched: new Set(outdated.filter((id) => id !== toId(1))).size };
}

function read(site: Site, edition: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(site.url + path, { headers: { host: toHost(edition) } }, async (response) => {
      const body = String(await buffer(response));
      if (response.statusCode === 200) resolve(body);
      else reject(new Error(`${path} of edition ${edition} returned status ${response.statusCode}.`));
    });
    sent.on("error", reject).end();
  });
}
