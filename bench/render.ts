/**
 * `node bench/render.ts`: front pages that are made for each request, beside a loop that does nothing but `renderToString`
 * of the same components with the same data. Needs a build and wrk. Asked by one connection, the site makes them on one thread;
 * where several wait, on two.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { createRequestHandler, type EntryContext, type ServerBuild, ServerRouter } from "react-router";
import { loadEditions } from "../server/editions/load.ts";
import { openDatabase } from "../server/store/open.ts";
import type { Services } from "../server/web/services.ts";
import { createReadServices } from "../server/web/services.ts";
import { startEditionSite } from "./editionSite.ts";
import { machine } from "./figures.ts";
import { printTable } from "./table.ts";
import { takeAllNames } from "./uncached.ts";
import { wrk } from "./wrk.ts";

const SECONDS = 2;
const ROUNDS = 6;
const CONNECTIONS = [1, 4, 16];

const { site, editions, database: path, close } = await startEditionSite();
const unkept = await takeAllNames(site.url);
// All have the machine by turns, since others may use it too; the best of each tells.
const bare: number[] = [];
const rates = new Map(CONNECTIONS.map((count) => [count, [] as number[]]));
const elements = await frontPage();
for (let round = 0; round < ROUNDS; round++) {
  for (const [count, measured] of rates) measured.push((await wrk(`${site.url}/`, count, SECONDS, unkept)).perSecond);
  bare.push(loop());
}
const best = Math.max(...bare);
process.stdout.write(`\nThe front page, made each time (${machine()})\n\n`);
printTable(
  ["", "pages/s", "share"],
  [
    ["renderToString alone", best.toFixed(0), "1.00"],
    ...[...rates].map(([count, measured]) => {
      const rate = Math.max(...measured);
      return [`the site, asked by ${count} at once`, rate.toFixed(0), (rate / best).toFixed(2)];
    }),
  ],
);
await close();

function loop(): number {
  for (let round = 0; round < 20; round++) renderToString(elements());
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < SECONDS * 1000; count++) renderToString(elements());
  return count / ((performance.now() - start) / 1000);
}

/** @returns what React is given to render, as the app's own entry gives it, made anew for each rendering */
async function frontPage(): Promise<() => ReactElement> {
  const build = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as ServerBuild;
  const [edition] = await loadEditions(editions);
  if (!edition) throw new Error("There is no edition.");
  const database = await openDatabase(`sqlite:${path}`);
  const reading = createReadServices({ editions: () => [edition], database, waited: () => Number.POSITIVE_INFINITY });
  const services = {
    ...reading({ edition, siteUrl: site.url, keyPrefix: "", isCacheable: false }),
  } as unknown as Services;
  let context: EntryContext | undefined;
  const entry = build.entry.module as typeof build.entry.module & {
    createContext(services: Services): never;
    withCompleteData(context: EntryContext): Promise<EntryContext>;
  };
  const catching = {
    ...entry,
    default: async (_request: Request, status: number, headers: Headers, entryContext: EntryContext) => {
      context = await entry.withCompleteData(entryContext);
      return new Response("", { status, headers });
    },
  };
  const handle = createRequestHandler({ ...build, entry: { module: catching } }, "production");
  await handle(new Request(`${site.url}/`), entry.createContext(services));
  await database.destroy();
  if (!context) throw new Error("The front page was not rendered.");
  const caught = context;
  const pages = () => {
    const context = { ...caught, serverHandoffStream: new ReadableStream<Uint8Array>() };
    return createElement(ServerRouter, { context, url: `${site.url}/` });
  };
  const whole = await (await fetch(site.url)).text();
  for (const part of ["<article", "streamController.enqueue"]) {
    const [shown, expected] = [renderToString(pages()), whole].map((html) => html.split(part).length - 1);
    if (shown !== expected) throw new Error(`The loop renders ${part} ${shown} times, and the site ${expected} times.`);
  }
  return pages;
}
