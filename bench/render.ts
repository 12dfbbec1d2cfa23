/**
 * `node bench/render.ts [--rounds N]`: rate at which the site renders the front page when it is not cached, compared
 * with a loop that only calls `renderToString` for the same components with the same data. Needs a build and wrk.
 */
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { createRequestHandler, type EntryContext, type ServerBuild, ServerRouter } from "react-router";
import { loadEditions } from "../server/editions/loading/load.ts";
import { createLog } from "../server/log.ts";
import { openDatabase } from "../server/store/open.ts";
import { openSearchIndexes } from "../server/store/search/searchIndex.ts";
import type { Services } from "../server/web/services.ts";
import { createReadServices } from "../server/web/services.ts";
import { startEditionSite } from "./editionSite.ts";
import { describeMachine } from "./machine.ts";
import { quantile } from "./quantile.ts";
import { printTable } from "./table.ts";
import { runWrk } from "./wrk.ts";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "12" } } });

/** Seconds per measurement, wrk's minimum. The machine's speed may change during longer measurements. */
const SECONDS = 1;
/** Number of rounds. The first one is a warm-up. */
const ROUNDS = 1 + Number(options.rounds);
const CONNECTIONS = [1, 4, 16];

const { site, editions, database: path, close } = await startEditionSite();
/** A hostname that no edition lists. Its pages are rendered at each request. */
const uncachedHost = "uncached.example";
const createElements = await prepareFrontPage();
const loopRates: number[] = [];
const results = CONNECTIONS.map((connections) => ({ connections, rates: [] as number[], ratios: [] as number[] }));
// Runs the loop before and after each measurement of the site, so that ratios compare rates from the same time.
let before = runLoop();
for (let round = 0; round < ROUNDS; round++)
  for (const { connections, rates, ratios } of results) {
    const { perSecond } = await runWrk(`${site.url}/`, connections, SECONDS, uncachedHost);
    const after = runLoop();
    if (round > 0) {
      rates.push(perSecond);
      ratios.push((2 * perSecond) / (before + after));
      loopRates.push(after);
    }
    before = after;
  }
process.stdout.write(`\nThe front page, not cached, medians of ${ROUNDS - 1} rounds (${describeMachine()})\n\n`);
printTable(
  ["", "pages/s", "ratio", "quartiles"],
  [
    ["loop of renderToString", quantile(loopRates, 0.5).toFixed(0), "1.00", ""],
    ...results.map(({ connections, rates, ratios }) => {
      const [low = "", ratio = "", high = ""] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
      return [`site, ${connections} connections`, quantile(rates, 0.5).toFixed(0), ratio, `${low} to ${high}`];
    }),
  ],
);
await close();

/** Renders for SECONDS without a pause. Returns pages per second. */
function runLoop(): number {
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < SECONDS * 1000; count++) renderToString(createElements());
  return count / ((performance.now() - start) / 1000);
}

/** Returns a function that creates, for each render, the elements that the app's entry passes to React. */
async function prepareFrontPage(): Promise<() => ReactElement> {
  const build = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as ServerBuild;
  const [edition] = await loadEditions(editions);
  if (!edition) throw new Error("There is no edition.");
  const database = await openDatabase(`sqlite:${path}`);
  const readServices = createReadServices({
    editions: () => [edition],
    database,
    searchIndexes: openSearchIndexes(dirname(path), createLog("silent")),
    getWaitedMs: () => Number.POSITIVE_INFINITY,
  });
  const services = {
    ...readServices({ edition, origin: site.url, siteUrl: site.url, keyPrefix: "", hasAddress: true, isHttps: false }),
  } as unknown as Services;
  let context: EntryContext | undefined;
  const entry = build.entry.module as typeof build.entry.module & {
    createContext(services: Services): never;
    withBufferedData(context: EntryContext): Promise<EntryContext>;
  };
  const capturingEntry = {
    ...entry,
    default: async (_request: Request, status: number, headers: Headers, entryContext: EntryContext) => {
      context = await entry.withBufferedData(entryContext);
      return new Response("", { status, headers });
    },
  };
  const handle = createRequestHandler({ ...build, entry: { module: capturingEntry } }, "production");
  await handle(new Request(`${site.url}/`), entry.createContext(services));
  await database.destroy();
  if (!context) throw new Error("The front page was not rendered.");
  const captured = context;
  const createPage = () => {
    const context = { ...captured, serverHandoffStream: new ReadableStream<Uint8Array>() };
    return createElement(ServerRouter, { context, url: `${site.url}/` });
  };
  const served = await (await fetch(site.url)).text();
  for (const part of ["<article", "streamController.enqueue"]) {
    const [rendered, expected] = [renderToString(createPage()), served].map((html) => html.split(part).length - 1);
    if (rendered !== expected)
      throw new Error(`The loop renders ${part} ${rendered} times, the site ${expected} times.`);
  }
  return createPage;
}
