import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseFeed } from "feedsmith";
import { pino } from "pino";
import RssParser from "rss-parser";
import { readConfig } from "../server/config.ts";
import { type Edition, loadEditions } from "../server/editions/load.ts";
import { openFetchTools } from "../server/feeds/fetch/openFetcher.ts";
import { readFeed } from "../server/feeds/parse/readFeed.ts";
import { followFeeds } from "../server/feeds/plan.ts";
import { createPoller } from "../server/feeds/poll.ts";
import { openDatabase } from "../server/store/open.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { CORPORA } from "../tests/support/seedFeeds.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { loopback, startHostProcess } from "./processes.ts";
import { printTable, whole } from "./table.ts";

/** How one way of reading did with all files. */
interface Reading {
  feeds: number;
  /** Entries that were parsed. */
  entries: number;
  /** Articles that came to the end of the way. */
  articles: number;
  seconds: number;
  cpu: number;
}

type Way = () => Promise<Pick<Reading, "feeds" | "entries" | "articles">>;

/** A way is gone so often, each time from the beginning; the first warms the machine up, and the middle one counts. */
const TIMES = 6;

/** Recorded feeds from socket to store, beside readers that only parse them. */
export async function measureRecorded(corpora = CORPORA): Promise<void> {
  const recorded = join(corpora, "real");
  const folder = existsSync(recorded) ? recorded : "tests/support/feeds";
  const files = readdirSync(folder).filter((name) => name !== "index.json");
  const bodies = files.map((file) => readFileSync(join(folder, file)));
  const megabytes = bodies.reduce((sum, { length }) => sum + length, 0) / 1e6;
  process.stdout.write(`\n${files.length} feeds of ${folder}, ${megabytes.toFixed(1)} MB\n\n`);

  const host = startHostProcess();
  const port = await host.order({ kind: "recorded", folder, files });
  const hosts = files.map((_, index) => `${loopback(index)}:${port}`);
  const texts = bodies.map((body) => new TextDecoder().decode(body));
  const rssParser = new RssParser();
  const feedsToStore = await socketToStore(
    files.map((file, index) => `http://${hosts[index]}/${file}`),
    bodies,
  );
  const ours = await middle(feedsToStore.way);
  await feedsToStore.close();
  const rows: [string, Reading][] = [
    ["Broadsheet, socket to store (newest 15 a feed)", ours],
    ["Broadsheet's reader alone, all articles", await middle(parsing(bodies, readAll))],
    [
      "rss-parser, parse only",
      await middle(parsing(texts, async (text) => (await rssParser.parseString(text)).items.length)),
    ],
    ["feedsmith, parse only", await middle(parsing(texts, async (text) => entriesOf(parseFeed(text).feed)))],
  ];
  host.end();
  printTable(
    ["way", "feeds", "entries", "articles out", "seconds", "CPU s", "entries/s", "articles/s", "entries/s to ours"],
    rows.map(([way, { feeds, entries, articles, seconds, cpu }]) => [
      way,
      whole(feeds),
      whole(entries),
      whole(articles),
      seconds.toFixed(2),
      cpu.toFixed(2),
      whole(entries / seconds),
      whole(articles / seconds),
      (entries / seconds / (ours.entries / ours.seconds)).toFixed(2),
    ]),
  );

  /** The real poller with a store of its own each time: fetches, decodes, parses, cleans, stores. */
  async function socketToStore(urls: readonly string[], all: readonly Uint8Array[]) {
    const { feeds, entries } = await parsing(all, readAll)();
    const scratch = await temporaryFolder();
    const editions = await writeTestEdition(join(scratch.path, "editions"), {
      feeds: (section) => (section === "local" ? urls : []),
      relays: [],
    });
    const list: readonly Edition[] = await loadEditions(editions);
    await scratch.remove();
    const config = readConfig({ ALLOW_PRIVATE_HOSTS: hosts.join(",") });
    // A server's reading threads are warm, too.
    const tools = openFetchTools(config, () => list);
    const way: Way = async () => {
      const folder = await temporaryFolder();
      const database = await openDatabase(`sqlite:${join(folder.path, "bench.db")}`);
      await followFeeds(database, list, new Date().toISOString());
      const poller = createPoller({
        editions: { all: () => list, onChange: () => {} },
        ...{ database, tools, log: pino({ level: "silent" }) },
      });
      await poller.tick();
      await poller.idle();
      const { count } = await database
        .selectFrom("articles")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      await poller.stop();
      await database.destroy();
      await folder.remove();
      return { feeds, entries, articles: count };
    };
    return { way, close: () => tools.close() };
  }
}

async function readAll(body: Uint8Array): Promise<number> {
  return readFeed(body, {}).feed.articles.length;
}

/** Reads from memory; what a reader refuses is left out of its count. */
function parsing<Input>(inputs: readonly Input[], parse: (input: Input) => Promise<number>): Way {
  return async () => {
    let feeds = 0;
    let entries = 0;
    for (const input of inputs)
      try {
        entries += await parse(input);
        feeds++;
      } catch {
        // Counted by its absence.
      }
    return { feeds, entries, articles: entries };
  };
}

async function middle(way: Way): Promise<Reading> {
  const readings: Reading[] = [];
  for (let time = 0; time < TIMES; time++) {
    const started = performance.now();
    const before = process.cpuUsage();
    const found = await way();
    const { user, system } = process.cpuUsage(before);
    readings.push({ ...found, seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 });
  }
  const [, ...counted] = readings;
  counted.sort((a, b) => a.seconds - b.seconds);
  return counted[Math.floor(counted.length / 2)] as Reading;
}

function entriesOf(feed: object): number {
  const { items, entries } = feed as { items?: unknown[]; entries?: unknown[] };
  return (items ?? entries ?? []).length;
}
