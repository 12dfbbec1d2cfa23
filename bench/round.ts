import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { writeTestEdition } from "../tests/support/editions.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";
import { forgetPeak, loopback, peakMemory, processorSeconds, startHostProcess } from "./processes.ts";
import { type Latencies, startReaders } from "./readers.ts";
import { printTable, whole } from "./table.ts";

const FEEDS_PER_HOST = 10;
const CHANGED_ONE_IN = 10;
const WARM_UP_MS = 10_000;
const REST_MS = 30_000;
const LOOK_MS = 100;
const SECTION_SLUGS: readonly string[] = SECTIONS;

/**
 * Many small feeds once round, all due at the same moment, after a round that filled the store; one in ten has a story
 * more. Meanwhile readers ask for pages at a constant rate, as they did before it.
 */
export async function measureRound(count: number, editionCount: number, rate: number): Promise<void> {
  process.stdout.write(`\n${whole(count)} generated feeds on ${whole(count / FEEDS_PER_HOST)} hosts, `);
  process.stdout.write(`followed by ${editionCount} editions; one in ${CHANGED_ONE_IN} changed between rounds\n\n`);
  const folder = await temporaryFolder();
  const host = startHostProcess();
  const port = await host.order({ kind: "generated", count });
  const hostOf = (feed: number) => `${loopback(Math.floor(feed / FEEDS_PER_HOST))}:${port}`;
  const editions = join(folder.path, "editions");
  const perSection = count / editionCount / SECTIONS.length;
  for (let edition = 0; edition < editionCount; edition++)
    await writeTestEdition(editions, {
      feeds(section) {
        const place = edition * SECTIONS.length + SECTION_SLUGS.indexOf(section);
        if (!SECTION_SLUGS.includes(section)) return [];
        const [from, to] = [Math.round(place * perSection), Math.round((place + 1) * perSection)];
        return Array.from({ length: to - from }, (_, index) => `http://${hostOf(from + index)}/${from + index}.xml`);
      },
      relays: [],
      ...(edition > 0 && { id: `edition-${edition}`, host: `edition-${edition}.example` }),
    });

  const allowed = new Set(Array.from({ length: count }, (_, feed) => hostOf(feed)));
  const started = new Date().toISOString();
  const site = await startSite({
    ...{ editions, data: folder.path },
    env: { ALLOW_PRIVATE_HOSTS: [...allowed].join(","), LOG_LEVEL: "warn" },
  });
  const store = new DatabaseSync(join(folder.path, "broadsheet.db"), { timeout: 10_000 });
  const done = store.prepare("select count(*) as count from feeds where last_success_at >= ?");

  const rows: string[][] = [];
  rows.push(await round("the store is filled", started));
  const readers = await startReaders(site.url, rate);
  await readers.during(wait(WARM_UP_MS));
  const atRest = await readers.during(wait(REST_MS));
  await host.order({ kind: "change", oneIn: CHANGED_ONE_IN });
  const due = new Date().toISOString();
  // As if every feed's interval had passed at once: an operator's nudge would forget what the feeds said of themselves.
  store.prepare("update feeds set next_poll_at = ?").run(due);
  const meanwhile = await readers.during(round("once round", due).then((row) => void rows.push(row)));
  store.close();
  await site.stop();
  host.end();
  await folder.remove();

  printTable(["round", "feeds", "seconds", "feeds/s", "CPU s", "peak MB", "articles in the store"], rows);
  process.stdout.write("\n");
  const table = (when: string, latencies: Latencies) =>
    [...latencies].map(([page, { requests, failed, p50, p99, longest }]) => [
      ...[`${page}, ${when}`, whole(requests), whole(failed), p50.toFixed(1), p99.toFixed(1), longest.toFixed(1)],
    ]);
  printTable(
    ["page", "requests", "not 200", "p50 ms", "p99 ms", "longest ms"],
    [...table("at rest", atRest), ...table("during the round", meanwhile)],
  );

  async function round(name: string, since: string): Promise<string[]> {
    forgetPeak(site.pid);
    const before = processorSeconds(site.pid);
    const start = Date.parse(since);
    let polled = 0;
    while (polled < count) {
      await wait(LOOK_MS);
      polled = (done.get(since) as { count: number }).count;
      if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${whole(polled)} of ${whole(count)} feeds `);
    }
    const seconds = (Date.now() - start) / 1000;
    const { articles } = store.prepare("select count(*) as articles from articles").get() as { articles: number };
    return [
      ...[name, whole(polled), seconds.toFixed(1), whole(polled / seconds)],
      ...[(processorSeconds(site.pid) - before).toFixed(1), whole(peakMemory(site.pid)), whole(articles)],
    ];
  }
}
