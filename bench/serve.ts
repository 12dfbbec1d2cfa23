/**
 * `node bench/serve.ts` measures the rates of:
 * - cached pages, compared with nginx, which serves the same brotli bytes
 * - the front page when it is rendered for each request
 * - the front page through Caddy, compared with nginx behind the same Caddy
 * - cached pages while fifty feeds change every second
 *
 * Also prints memory at rest. `--seconds N` sets the time per measurement. Needs a build, nginx, Caddy and wrk.
 */

import { mkdir, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { temporaryFolder } from "../tests/support/site.ts";
import { startCaddy } from "./caddy.ts";
import { startSiteWithChangingFeeds } from "./changingFeeds.ts";
import { startEditionSite } from "./editionSite.ts";
import { describeMachine, readCpuSeconds, readMemoryMb } from "./machine.ts";
import { startNginx } from "./nginx.ts";
import { formatWhole, printTable } from "./table.ts";
import { type Load, runWrk } from "./wrk.ts";

const SECONDS = Number(process.argv[process.argv.indexOf("--seconds") + 1]) || 2;
const CONNECTIONS = [1, 32, 256];
/** Number of rounds per measurement. The site and nginx alternate, so other work on the machine slows down both. */
const ROUNDS = 5;

const folder = await temporaryFolder();
const { site, article, close } = await startEditionSite();
const pages = { home: "/", section: "/local", article, "not found": "/nothing-here", ".data": "/_.data" };
for (const path of Object.values(pages)) await waitForSmallestEncoding(site.url + path);
process.stdout.write(`\nMemory at rest: ${formatWhole(readMemoryMb(site.pid))} MB\n`);

process.stdout.write(
  `\nCached pages compared with nginx (${describeMachine()}; one process each, wrk on the same machine; best of ${ROUNDS} rounds)\n\n`,
);
const nginx = await startNginx(join(folder.path, "nginx"), 4179, "brotli");
const rows: string[][] = [];
for (const [name, path] of Object.entries(pages)) {
  const file = join(folder.path, "nginx/www", `${name.replace(/\W/g, "")}.html`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await fetchEncoded(site.url + path));
  for (const connections of CONNECTIONS) {
    const [ours, theirs]: [Measurement[], Measurement[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await measure([nginx.workerPid], `${nginx.url}/${name.replace(/\W/g, "")}.html`, connections));
      ours.push(await measure([site.pid], site.url + path, connections));
    }
    const [our, their] = [findBest(ours), findBest(theirs)];
    rows.push([
      `${name}, ${connections}`,
      ...[formatWhole(our.perSecond), formatWhole(their.perSecond), (our.perSecond / their.perSecond).toFixed(2)],
      ...[our.cpuUs.toFixed(1), their.cpuUs.toFixed(1), (their.cpuUs / our.cpuUs).toFixed(2)],
      `${our.p50.toFixed(2)} / ${our.p99.toFixed(2)}`,
      `${their.p50.toFixed(2)} / ${their.p99.toFixed(2)}`,
    ]);
  }
}
printTable(
  [
    ...["page, connections", "site/s", "nginx/s", "ratio"],
    ...["site CPU µs", "nginx CPU µs", "ratio", "site p50 / p99 ms", "nginx p50 / p99 ms"],
  ],
  rows,
);

process.stdout.write("\nThe front page through Caddy with TLS, compared with nginx behind the same Caddy\n\n");
const [sitePort, staticPort] = [4180, 4181];
const caddy = await startCaddy(join(folder.path, "caddy"), [
  { port: sitePort, upstream: site.url },
  { port: staticPort, upstream: nginx.url },
]);
const proxiedRows: string[][] = [];
for (const connections of CONNECTIONS) {
  const [ours, theirs]: [Measurement[], Measurement[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await measure([nginx.workerPid, caddy.pid], `https://localhost:${staticPort}/home.html`, connections));
    ours.push(await measure([site.pid, caddy.pid], `https://localhost:${sitePort}/`, connections));
  }
  const [our, their] = [findBest(ours), findBest(theirs)];
  proxiedRows.push([
    ...[String(connections), formatWhole(our.perSecond), formatWhole(their.perSecond)],
    ...[(our.perSecond / their.perSecond).toFixed(2), our.cpuUs.toFixed(1), their.cpuUs.toFixed(1)],
    `${our.p50.toFixed(2)} / ${our.p99.toFixed(2)}`,
    `${their.p50.toFixed(2)} / ${their.p99.toFixed(2)}`,
  ]);
}
printTable(
  [
    ...["connections", "site/s", "nginx/s", "ratio", "site + Caddy CPU µs", "nginx + Caddy CPU µs"],
    ...["site p50 / p99 ms", "nginx p50 / p99 ms"],
  ],
  proxiedRows,
);
caddy.stop();
nginx.stop();

process.stdout.write("\nThe front page, not cached\n\n");
/** A hostname that no edition lists. Its pages are rendered at each request. */
const uncachedHost = "uncached.example";
const uncachedRows: string[][] = [];
for (const connections of CONNECTIONS) {
  const rounds: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await measure([site.pid], `${site.url}/`, connections, uncachedHost));
  const { perSecond, p50, p99 } = findBest(rounds);
  uncachedRows.push([String(connections), formatWhole(perSecond), p50.toFixed(2), p99.toFixed(2)]);
}
printTable(["connections", "pages/s", "p50 ms", "p99 ms"], uncachedRows);
await close();

process.stdout.write("\nThe front page while fifty feeds change every second\n\n");
const changing = await startSiteWithChangingFeeds(50);
await waitForSmallestEncoding(`${changing.site.url}/`);
const changeRows: string[][] = [];
for (let round = 0; round < ROUNDS; round++) {
  changeRows.push(await measureWithDelay("at rest"));
  changing.begin();
  await wait(2000);
  changeRows.push(await measureWithDelay("feeds change"));
  changing.pause();
  await changing.waitForPolls();
}
printTable(["", "pages/s", "p50 ms", "p99 ms", "event loop delay p99 ms"], changeRows);
process.stdout.write(
  `${changing.countPolls()} polls and ${changing.countRenders()} page renders since the first change\n`,
);
await changing.close();
await folder.remove();

interface Measurement extends Pick<Load, "perSecond" | "p50" | "p99"> {
  /** CPU time per request in microseconds, including the kernel's CPU time. */
  cpuUs: number;
}

/** @param pids ids of the processes whose CPU time counts */
async function measure(pids: readonly number[], url: string, connections: number, host?: string): Promise<Measurement> {
  const readAll = () => pids.reduce((sum, pid) => sum + readCpuSeconds(pid), 0);
  const before = readAll();
  const load = await runWrk(url, connections, SECONDS, host);
  return { ...load, cpuUs: ((readAll() - before) / load.requests) * 1e6 };
}

/** Returns the highest rate, the lowest latencies and the lowest CPU time of all rounds. */
function findBest(rounds: readonly Measurement[]): Measurement {
  const least = (pick: (round: Measurement) => number) => Math.min(...rounds.map(pick));
  return {
    perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
    p50: least(({ p50 }) => p50),
    p99: least(({ p99 }) => p99),
    cpuUs: least(({ cpuUs }) => cpuUs),
  };
}

/** Measures the front page on 32 connections, and the event loop's delay in the main thread meanwhile. */
async function measureWithDelay(name: string): Promise<string[]> {
  await changing.readEventLoopDelay();
  const { perSecond, p50, p99 } = await runWrk(`${changing.site.url}/`, 32, SECONDS);
  const delay = await changing.readEventLoopDelay();
  return [name, formatWhole(perSecond), p50.toFixed(2), p99.toFixed(2), delay.p99.toFixed(1)];
}

/** Requests a page until the site has compressed it at the highest level. */
async function waitForSmallestEncoding(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url, { headers: { "accept-encoding": "br" } });
    const smallest = brotliCompressSync(await response.arrayBuffer()).length;
    if (Number(response.headers.get("content-length")) <= smallest) return;
    await wait(200);
  }
}

/** Returns the body of a page, still encoded with brotli. */
function fetchEncoded(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br" } }, async (response) =>
      resolve(Buffer.concat(await response.toArray())),
    ).on("error", reject);
  });
}
