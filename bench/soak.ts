/**
 * `npm run bench:soak`: polls feeds that keep changing, requests pages, feeds and searches, and takes stories down, for
 * `--rounds N`. Shows faults that need time: growing memory, an inconsistent store or index, outdated pages. Exits with status 1
 * if it finds one. Needs a build.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createRandom, pick } from "../core/random.ts";
import { broadsheet } from "../tests/support/commandLine.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { startFeedHost } from "../tests/support/feedHost.ts";
import { feedPath, getSectionFeeds, SECTIONS } from "../tests/support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";
import { createChurningFeeds } from "./churn.ts";
import { readCpuSeconds, readPeakMemoryMb, resetPeakMemory } from "./machine.ts";
import { formatWhole, printTable } from "./table.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "500" } } });
const ROUNDS = Number(values.rounds);
/** Rows of the table, and faults that are printed. */
const MAX_SHOWN = 10;
const ROUNDS_PER_TAKEDOWN = 25;
const TIMEOUT_MS = 60_000;

const random = createRandom("soak");
const feeds = createChurningFeeds(SECTIONS, random);
const folder = await temporaryFolder();
const host = await startFeedHost();
const serve = (section: string) => host.serve(feedPath(section), { body: feeds.toRss(section) });
for (const section of SECTIONS) serve(section);
const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: getSectionFeeds(host), relays: [] });
const env = { ALLOW_PRIVATE_HOSTS: host.allowed, LOG_LEVEL: "warn" };
const site = await startSite({ editions, data: folder.path, env });
const file = join(folder.path, "broadsheet.db");
const store = new DatabaseSync(file, { timeout: 10_000 });
const count = (sql: string, ...values: string[]) => (store.prepare(sql).get(...values) as { count: number }).count;

const faults: string[] = [];
const takenDown: string[] = [];
const rows: string[][] = [];
let requests = 0;
for (let round = 1; round <= ROUNDS; round++) {
  for (const section of SECTIONS)
    if (round > 1 && random.integer(1, 10) <= 7) {
      feeds.advance(section);
      serve(section);
    }
  await pollAll(round);
  await requestPages();
  if (round % ROUNDS_PER_TAKEDOWN === 0) await takeDown();
  if (round % Math.ceil(ROUNDS / MAX_SHOWN) === 0 || round === ROUNDS) addRow(round);
}
for (const slug of takenDown)
  if ((await request(`/article/${slug}`)) !== 410) faults.push(`${slug} is shown again after its takedown`);
const [articles, indexed] = [
  count("select count(*) as count from articles where taken_down_at is null"),
  store
    .prepare("select number from search_windows")
    .all()
    .map(({ number }) => count(`select count(*) as count from search_${number} where search_${number} match '"§all"'`))
    .reduce((one, other) => one + other),
];
if (articles !== indexed) faults.push(`the search index has ${indexed} of ${articles} articles`);
const { integrity_check: integrity } = store.prepare("pragma integrity_check").get() as { integrity_check: string };
if (integrity !== "ok") faults.push(integrity);
const isError = (line: string) => /"level":[56]0/.test(line);
faults.push(...site.written().split("\n").filter(isError));
store.close();
await site.stop();
await host.close();
await folder.remove();
printTable(["rounds", "articles", "requests", "peak MB since the last row", "CPU s in total"], rows);
process.stdout.write(`\nfaults: ${faults.length}\n${faults.slice(0, MAX_SHOWN).join("\n")}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Makes every feed due, and waits until all have been polled. */
async function pollAll(round: number): Promise<void> {
  const due = new Date().toISOString();
  store.prepare("update feeds set next_poll_at = ?").run(due);
  for (const start = performance.now(); performance.now() - start < TIMEOUT_MS; await wait(20))
    if (count("select count(*) as count from feeds where last_success_at >= ?", due) >= SECTIONS.length) return;
  faults.push(`not all feeds were polled in round ${round}`);
}

async function requestPages(): Promise<void> {
  const section = pick(SECTIONS, random);
  const slugs = store.prepare("select slug from articles order by random() limit 4").all() as { slug: string }[];
  const paths = [
    ...["/", "/rss.xml", "/feed.json", "/sitemap.xml", "/text", "/sources"],
    ...[`/${section}`, `/${section}/rss.xml`, `/text/${section}`],
    ...[
      `/search?q=${encodeURIComponent(feeds.words(2))}`,
      `/search?order=date&q=${encodeURIComponent(feeds.words(1))}`,
    ],
    ...slugs.map(({ slug }) => `/article/${slug}`),
  ];
  await Promise.all(
    paths.map(async (path) => {
      const status = await request(path);
      if (status !== 200 && !takenDown.some((slug) => path.endsWith(slug)))
        faults.push(`${path} returned status ${status}`);
    }),
  );
}

async function takeDown(): Promise<void> {
  const { slug } = store.prepare("select slug from articles where taken_down_at is null order by random()").get() as {
    slug: string;
  };
  const { status, output } = await broadsheet(["takedown", slug], { DATABASE_URL: `sqlite:${file}` });
  if (status !== 0) faults.push(output);
  takenDown.push(slug);
  for (const start = performance.now(); performance.now() - start < TIMEOUT_MS; await wait(50))
    if ((await request(`/article/${slug}`)) === 410) return;
  faults.push(`${slug} is still shown after its takedown`);
}

/** Returns the status of the response. */
async function request(path: string): Promise<number> {
  const response = await fetch(site.url + path);
  await response.arrayBuffer();
  requests++;
  return response.status;
}

function addRow(round: number): void {
  const articles = count("select count(*) as count from articles");
  rows.push([
    ...[formatWhole(round), formatWhole(articles), formatWhole(requests)],
    ...[formatWhole(readPeakMemoryMb(site.pid)), readCpuSeconds(site.pid).toFixed(0)],
  ]);
  resetPeakMemory(site.pid);
}
