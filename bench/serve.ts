/**
 * `node bench/serve.ts`: what kept pages cost beside nginx sending the very same brotli bytes, the front page made for each
 * request, and what readers feel while fifty feeds change every second. Needs a build, nginx and wrk.
 */

import { mkdir, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { temporaryFolder } from "../tests/support/site.ts";
import { startEditionSite } from "./editionSite.ts";
import { changeFeeds } from "./feedsInChange.ts";
import { machine } from "./figures.ts";
import { startNginx } from "./nginx.ts";
import { processorSeconds } from "./processes.ts";
import { printTable, whole } from "./table.ts";
import { takeAllNames } from "./uncached.ts";
import { type Load, wrk } from "./wrk.ts";

const SECONDS = Number(process.argv[process.argv.indexOf("--seconds") + 1]) || 2;
const CONNECTIONS = [1, 32, 256];
/** In turn, so that neighbors disturb both alike; the best of each counts. */
const ROUNDS = 5;

const folder = await temporaryFolder();
const { site, article, close } = await startEditionSite();
const pages = { home: "/", section: "/local", article, "not found": "/nothing-here", ".data": "/_.data" };
for (const path of Object.values(pages)) await settled(site.url + path);

process.stdout.write(
  `\nKept pages beside nginx (${machine()}; one process each, wrk on the same machine; best of ${ROUNDS} rounds)\n\n`,
);
const nginx = await startNginx(join(folder.path, "nginx"), 4179, "brotli");
const rows: string[][] = [];
for (const [name, path] of Object.entries(pages)) {
  const file = join(folder.path, "nginx/www", `${name.replace(/\W/g, "")}.html`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await bytesOf(site.url + path));
  for (const connections of CONNECTIONS) {
    const [ours, theirs]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await measured(nginx.worker, `${nginx.url}/${name.replace(/\W/g, "")}.html`, connections));
      ours.push(await measured(site.pid, site.url + path, connections));
    }
    const [our, their] = [best(ours), best(theirs)];
    rows.push([
      `${name}, ${connections}`,
      ...[whole(our.perSecond), whole(their.perSecond), (our.perSecond / their.perSecond).toFixed(2)],
      ...[our.processor.toFixed(1), their.processor.toFixed(1), (their.processor / our.processor).toFixed(2)],
      `${our.p50.toFixed(2)} / ${our.p99.toFixed(2)}`,
      `${their.p50.toFixed(2)} / ${their.p99.toFixed(2)}`,
    ]);
  }
}
printTable(
  [
    ...["page, connections", "ours/s", "nginx/s", "share"],
    ...["our µs", "nginx µs", "share", "our p50 / p99 ms", "nginx p50 / p99 ms"],
  ],
  rows,
);
nginx.stop();

process.stdout.write("\nThe front page made for each request, under a name of which none is kept\n\n");
const unkept = await takeAllNames(site.url);
const made: string[][] = [];
for (const connections of CONNECTIONS) {
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await measured(site.pid, `${site.url}/`, connections, unkept));
  const { perSecond, p50, p99 } = best(rounds);
  made.push([String(connections), whole(perSecond), p50.toFixed(2), p99.toFixed(2)]);
}
printTable(["connections", "pages/s", "p50 ms", "p99 ms"], made);
await close();

process.stdout.write("\nThe front page while fifty feeds change every second\n\n");
const changing = await changeFeeds(50);
await settled(`${changing.site.url}/`);
const lines: string[][] = [];
for (let round = 0; round < ROUNDS; round++) {
  lines.push(await duringChange("at rest"));
  changing.begin();
  await wait(2000);
  lines.push(await duringChange("feeds change"));
  changing.pause();
  await changing.settled();
}
printTable(["", "pages/s", "p50 ms", "p99 ms", "the thread's delay, p99 ms"], lines);
process.stdout.write(`${changing.polls()} polls, ${changing.renewals()} pages made anew meanwhile\n`);
await changing.close();
await folder.remove();

interface Measured extends Pick<Load, "perSecond" | "p50" | "p99"> {
  /** Microseconds of the processor that a request took, those of the system for it included. */
  processor: number;
}

async function measured(pid: number, url: string, connections: number, host?: string): Promise<Measured> {
  const before = processorSeconds(pid);
  const load = await wrk(url, connections, SECONDS, host);
  return { ...load, processor: ((processorSeconds(pid) - before) / load.requests) * 1e6 };
}

function best(rounds: readonly Measured[]): Measured {
  const least = (of: (round: Measured) => number) => Math.min(...rounds.map(of));
  return {
    perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
    ...{ p50: least(({ p50 }) => p50), p99: least(({ p99 }) => p99), processor: least(({ processor }) => processor) },
  };
}

/** Measures with 32 connections, and how late the thread that answers comes to its timers meanwhile. */
async function duringChange(name: string): Promise<string[]> {
  await changing.loopDelay();
  const { perSecond, p50, p99 } = await wrk(`${changing.site.url}/`, 32, SECONDS);
  const delay = await changing.loopDelay();
  return [name, whole(perSecond), p50.toFixed(2), p99.toFixed(2), delay.p99.toFixed(1)];
}

/** Asks until the page is packed as small as it gets. */
async function settled(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
    const smallest = brotliCompressSync(await answer.arrayBuffer()).length;
    if (Number(answer.headers.get("content-length")) <= smallest) return;
    await wait(200);
  }
}

/** As they come over the wire. */
function bytesOf(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br" } }, async (response) =>
      resolve(Buffer.concat(await response.toArray())),
    ).on("error", reject);
  });
}
