import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { writeTestEdition } from "../tests/support/editions.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";
import { createConstantLoad, type LoadResults } from "./constantLoad.ts";
import { readCpuSeconds, readPeakMemoryMb, resetPeakMemory } from "./machine.ts";
import { startFeedHostProcess, toLoopbackAddress } from "./startFeedHostProcess.ts";
import { formatWhole, printTable } from "./table.ts";

const FEEDS_PER_HOST = 10;
/** One in this many feeds has a new story in the second round. */
const CHANGED_ONE_IN = 10;
const WARM_UP_MS = 10_000;
const REST_MS = 30_000;
const CHECK_MS = 100;
const SECTION_SLUGS: readonly string[] = SECTIONS;

/**
 * Measures two rounds of polls of many small feeds, all due at the same moment. The first round fills the store.
 * Requests pages at a constant rate before and during the second round.
 *
 * @param rate page requests per second
 */
export async function measurePollingRound(count: number, editionCount: number, rate: number): Promise<void> {
  process.stdout.write(`\n${formatWhole(count)} generated feeds on ${formatWhole(count / FEEDS_PER_HOST)} hosts, `);
  process.stdout.write(`followed by ${editionCount} editions; one in ${CHANGED_ONE_IN} changed between rounds\n\n`);
  const folder = await temporaryFolder();
  const host = startFeedHostProcess();
  const port = await host.run({ kind: "serveGenerated", count });
  const toHost = (feed: number) => `${toLoopbackAddress(Math.floor(feed / FEEDS_PER_HOST))}:${port}`;
  const editions = join(folder.path, "editions");
  const perSection = count / editionCount / SECTIONS.length;
  for (let edition = 0; edition < editionCount; edition++)
    await writeTestEdition(editions, {
      feeds(section) {
        const place = edition * SECTIONS.length + SECTION_SLUGS.indexOf(section);
        if (!SECTION_SLUGS.includes(section)) return [];
        const [from, to] = [Math.round(place * perSection), Math.round((place + 1) * perSection)];
        return Array.from({ length: to - from }, (_, index) => `http://${toHost(from + index)}/${from + index}.xml`);
      },
      relays: [],
      ...(edition > 0 && { id: `edition-${edition}`, host: `edition-${edition}.example` }),
    });

  const allowed = new Set(Array.from({ length: count }, (_, feed) => toHost(feed)));
  const started = new Date().toISOString();
  const site = await startSite({
    editions,
    data: folder.path,
    env: { ALLOW_PRIVATE_HOSTS: [...allowed].join(","), LOG_LEVEL: "warn" },
    hasOwnProcess: true,
  });
  const store = new DatabaseSync(join(folder.path, "broadsheet.db"), { timeout: 10_000 });
  const countPolled = store.prepare("select count(*) as count from feeds where last_success_at >= ?");

  const rows: string[][] = [];
  rows.push(await measureRound("first round", started));
  const load = await createConstantLoad(site.url, rate);
  await load.during(wait(WARM_UP_MS));
  const atRest = await load.during(wait(REST_MS));
  await host.run({ kind: "addStories", every: CHANGED_ONE_IN });
  const due = new Date().toISOString();
  // Sets the time directly, since `broadsheet feeds poll` would also drop ETags and minimum delays.
  store.prepare("update feeds set next_poll_at = ?").run(due);
  const meanwhile = await load.during(measureRound("second round", due).then((row) => void rows.push(row)));
  store.close();
  await site.stop();
  host.stop();
  await folder.remove();

  printTable(["round", "feeds", "seconds", "feeds/s", "CPU s", "peak MB", "stored articles"], rows);
  process.stdout.write("\n");
  const toRows = (when: string, latencies: LoadResults) =>
    [...latencies].map(([page, { requests, failed, p50, p99, max }]) => [
      ...[
        `${page}, ${when}`,
        formatWhole(requests),
        formatWhole(failed),
        p50.toFixed(1),
        p99.toFixed(1),
        max.toFixed(1),
      ],
    ]);
  printTable(
    ["page", "requests", "not 200", "p50 ms", "p99 ms", "max ms"],
    [...toRows("at rest", atRest), ...toRows("during the second round", meanwhile)],
  );

  async function measureRound(name: string, since: string): Promise<string[]> {
    resetPeakMemory(site.pid);
    const before = readCpuSeconds(site.pid);
    const start = Date.parse(since);
    let polled = 0;
    while (polled < count) {
      await wait(CHECK_MS);
      polled = (countPolled.get(since) as { count: number }).count;
      if (process.stderr.isTTY)
        process.stderr.write(`\r${name}: ${formatWhole(polled)} of ${formatWhole(count)} feeds `);
    }
    const seconds = (Date.now() - start) / 1000;
    const { articles } = store.prepare("select count(*) as articles from articles").get() as { articles: number };
    return [
      ...[name, formatWhole(polled), seconds.toFixed(1), formatWhole(polled / seconds)],
      ...[
        (readCpuSeconds(site.pid) - before).toFixed(1),
        formatWhole(readPeakMemoryMb(site.pid)),
        formatWhole(articles),
      ],
    ];
  }
}
