/**
 * `node bench/serve.ts`: what kept pages cost beside nginx sending the very same brotli bytes, what making one costs beside
 * a bare `renderToString`, and what readers feel while fifty feeds change every second. Needs a build, nginx and wrk.
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
import { printTable, whole } from "./table.ts";
import { wrk } from "./wrk.ts";

const SECONDS = Number(process.argv[process.argv.indexOf("--seconds") + 1]) || 5;
const CONNECTIONS = [1, 32, 256];
/** Neighbors come and go: each way is measured so often, in turn. */
const ROUNDS = 3;

const folder = await temporaryFolder();
const { site, article, close } = await startEditionSite();
const pages = { home: "/", section: "/local", article, "not found": "/nothing-here", ".data": "/_.data" };
for (const path of Object.values(pages)) await settled(site.url + path);

process.stdout.write(`\nKept pages beside nginx (${machine()}; one process each, wrk on the same machine)\n\n`);
const nginx = await startNginx(join(folder.path, "nginx"), 4179, "brotli");
const rows: string[][] = [];
for (const [name, path] of Object.entries(pages)) {
  const file = join(folder.path, "nginx/www", `${name.replace(/\W/g, "")}.html`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await bytesOf(site.url + path));
  for (const connections of CONNECTIONS) {
    const theirs = await wrk(`${nginx.url}/${name.replace(/\W/g, "")}.html`, connections, SECONDS);
    const ours = await wrk(site.url + path, connections, SECONDS);
    rows.push([
      `${name}, ${connections}`,
      whole(ours.perSecond),
      whole(theirs.perSecond),
      (ours.perSecond / theirs.perSecond).toFixed(2),
      `${ours.p50.toFixed(2)} / ${ours.p99.toFixed(2)}`,
      `${theirs.p50.toFixed(2)} / ${theirs.p99.toFixed(2)}`,
    ]);
  }
}
printTable(["page, connections", "ours/s", "nginx/s", "share", "our p50 / p99 ms", "nginx p50 / p99 ms"], rows);
nginx.stop();
await close();

process.stdout.write("\nThe front page while fifty feeds change every second\n\n");
const changing = await changeFeeds(50);
await settled(`${changing.site.url}/`);
const measured: string[][] = [];
for (let round = 0; round < ROUNDS; round++) {
  measured.push(await measure("at rest"));
  changing.begin();
  await wait(2000);
  measured.push(await measure("feeds change"));
  changing.pause();
  await changing.settled();
}
printTable(["", "pages/s", "p50 ms", "p99 ms", "the thread's delay, p99 ms"], measured);
process.stdout.write(`${changing.polls()} polls, ${changing.renewals()} pages made anew meanwhile\n`);
await changing.close();
await folder.remove();

/** Measures with 32 connections, and how late the thread that answers comes to its timers meanwhile. */
async function measure(name: string): Promise<string[]> {
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
