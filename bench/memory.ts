/**
 * `npm run bench:memory`: measures the peak resident memory of the server's process until its pages have been visited,
 * and the memory at rest 60 s later. First measures the shipped edition, whose feeds are unreachable: once without a
 * desk, and once with an idle desk. Then measures an edition with an empty store, which 15 test feeds with photos fill.
 * Needs a build; Linux only.
 */
import { setTimeout as wait } from "node:timers/promises";
import { waitForPolls } from "../tests/support/pollLog.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../tests/support/site.ts";
import { startEditionSite } from "./editionSite.ts";
import { describeMachine, readMemoryMb, readPeakMemoryMb } from "./machine.ts";
import { formatWhole, printTable } from "./table.ts";

const REST_MS = 60_000;

const rows: string[][] = [];
const folder = await temporaryFolder();
for (const DESK of ["off", "on"]) {
  const env = { DESK, DESK_PORT: "0" };
  const shipped = await startSite({ editions: "editions", data: folder.path, hasOwnProcess: true, env });
  await addRow(`shipped edition, feeds not reachable, desk ${DESK}`, shipped);
  await shipped.stop();
}
await folder.remove();
// `startEditionSite` resolves when all stories and photos are stored.
const filled = await startEditionSite();
await waitForPolls(filled.site, SECTIONS.length);
await addRow("15 test feeds with 120 photos", filled.site);
await filled.close();
process.stdout.write(`\nResident memory of the server's process, MB (${describeMachine()})\n\n`);
printTable(["", "peak until the pages were visited", "at rest"], rows);

async function addRow(name: string, site: Site): Promise<void> {
  const front = await (await fetch(site.url)).text();
  const articles = Array.from(front.matchAll(/href="(\/article\/[^"]+)"/g), ([, path = ""]) => path).slice(0, 20);
  for (const path of ["/", "/about", "/search?q=park", "/rss.xml", ...SECTIONS.map((slug) => `/${slug}`), ...articles])
    await (await fetch(site.url + path)).arrayBuffer();
  const peakMb = readPeakMemoryMb(site.pid);
  await wait(REST_MS);
  rows.push([name, formatWhole(peakMb), formatWhole(readMemoryMb(site.pid))]);
}
