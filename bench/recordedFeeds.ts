import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseFeed } from "feedsmith";
import { pino } from "pino";
import RssParser from "rss-parser";
import { readConfig } from "../server/config.ts";
import { type Edition, loadEditions } from "../server/editions/loading/load.ts";
import { openFetchTools } from "../server/feeds/fetch/fetchTools.ts";
import { followFeeds } from "../server/feeds/followedFeeds.ts";
import { readFeed } from "../server/feeds/parse/readFeed.ts";
import { createPoller } from "../server/feeds/poller.ts";
import { openDatabase } from "../server/store/open.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { CORPORA } from "../tests/support/seedFeeds.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { startFeedHostProcess, toLoopbackAddress } from "./startFeedHostProcess.ts";
import { formatWhole, printTable } from "./table.ts";

/** Result of one run over all files. */
interface Run {
  feeds: number;
  /** Number of parsed entries. */
  entries: number;
  /** Number of articles in the result. */
  articles: number;
  seconds: number;
  cpuSeconds: number;
}

type Pipeline = () => Promise<Pick<Run, "feeds" | "entries" | "articles">>;

/** Number of runs. The first is a warm-up, and the result is the median of the others. */
const RUNS = 6;

/** Measures the processing of recorded feeds, from socket to store. Measures other parsers on the same feeds, too. */
export async function measureRecordedFeeds(corpora = CORPORA): Promise<void> {
  const recorded = join(corpora, "real");
  const folder = existsSync(recorded) ? recorded : "tests/support/feeds";
  const files = readdirSync(folder).filter((name) => name !== "index.json");
  const bodies = files.map((file) => readFileSync(join(folder, file)));
  const megabytes = bodies.reduce((sum, { length }) => sum + length, 0) / 1e6;
  process.stdout.write(`\n${files.length} feeds of ${folder}, ${megabytes.toFixed(1)} MB\n\n`);

  const host = startFeedHostProcess();
  const port = await host.run({ kind: "serveFiles", folder, files });
  const hosts = files.map((_, index) => `${toLoopbackAddress(index)}:${port}`);
  const texts = bodies.map((body) => new TextDecoder().decode(body));
  const rssParser = new RssParser();
  const socketToStore = await createSocketToStore(
    files.map((file, index) => `http://${hosts[index]}/${file}`),
    bodies,
  );
  const ours = await measureMedian(socketToStore.pipeline);
  await socketToStore.close();
  const rows: [string, Run][] = [
    ["Broadsheet, socket to store (newest 15 per feed)", ours],
    ["Broadsheet, parse and clean only", await measureMedian(createParsing(bodies, countArticles))],
    [
      "rss-parser, parse only",
      await measureMedian(createParsing(texts, async (text) => (await rssParser.parseString(text)).items.length)),
    ],
    [
      "feedsmith, parse only",
      await measureMedian(createParsing(texts, async (text) => countEntries(parseFeed(text).feed))),
    ],
  ];
  host.stop();
  printTable(
    ["", "feeds", "entries", "articles", "seconds", "CPU s", "entries/s", "articles/s", "entries/s ratio"],
    rows.map(([name, { feeds, entries, articles, seconds, cpuSeconds }]) => [
      name,
      formatWhole(feeds),
      formatWhole(entries),
      formatWhole(articles),
      seconds.toFixed(2),
      cpuSeconds.toFixed(2),
      formatWhole(entries / seconds),
      formatWhole(articles / seconds),
      (entries / seconds / (ours.entries / ours.seconds)).toFixed(2),
    ]),
  );

  /** Creates a pipeline that runs the real poller, with a new store in each run. */
  async function createSocketToStore(urls: readonly string[], all: readonly Uint8Array[]) {
    const { feeds, entries } = await createParsing(all, countArticles)();
    const scratch = await temporaryFolder();
    const editions = await writeTestEdition(join(scratch.path, "editions"), {
      feeds: (section) => (section === "local" ? urls : []),
      relays: [],
    });
    const list: readonly Edition[] = await loadEditions(editions);
    await scratch.remove();
    const config = readConfig({ ALLOW_PRIVATE_HOSTS: hosts.join(",") });
    // All runs share the tools, as in a server, so that the parse process is already running.
    const tools = openFetchTools(config, () => list);
    const pipeline: Pipeline = async () => {
      const folder = await temporaryFolder();
      const database = await openDatabase(`sqlite:${join(folder.path, "bench.db")}`);
      await followFeeds(database, list, new Date().toISOString());
      const poller = createPoller({
        editions: { all: () => list, onChange: () => {} },
        database,
        tools,
        log: pino({ level: "silent" }),
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
    return { pipeline, close: () => tools.close() };
  }
}

async function countArticles(body: Uint8Array): Promise<number> {
  return readFeed(body, {}).feed.articles.length;
}

/** Creates a pipeline that parses feeds from memory. Does not count feeds that the parser rejects. */
function createParsing<Input>(inputs: readonly Input[], parse: (input: Input) => Promise<number>): Pipeline {
  return async () => {
    let feeds = 0;
    let entries = 0;
    for (const input of inputs)
      try {
        entries += await parse(input);
        feeds++;
      } catch {
        // Skips a feed that the parser rejects.
      }
    return { feeds, entries, articles: entries };
  };
}

async function measureMedian(pipeline: Pipeline): Promise<Run> {
  const runs: Run[] = [];
  for (let number = 0; number < RUNS; number++) {
    const started = performance.now();
    const before = process.cpuUsage();
    const counts = await pipeline();
    const { user, system } = process.cpuUsage(before);
    runs.push({ ...counts, seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 });
  }
  const [, ...counted] = runs;
  counted.sort((a, b) => a.seconds - b.seconds);
  return counted[Math.floor(counted.length / 2)] as Run;
}

function countEntries(feed: object): number {
  const { items, entries } = feed as { items?: unknown[]; entries?: unknown[] };
  return (items ?? entries ?? []).length;
}
