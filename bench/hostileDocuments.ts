/**
 * `node bench/hostileDocuments.ts`: polls documents that are written to cost as much time and memory as possible.
 * Prints the delay of the main thread's event loop, which grows with the machine's load. Also prints the longest CPU
 * time of one turn of the event loop. The load does not affect this time, which should be less than 50 ms. Needs a
 * build.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { centerCalendar } from "../tests/support/calendar.ts";
import { toCapFeed, toCapMessage } from "../tests/support/capMessages.ts";
import { NO_FEEDS, writeTestEdition } from "../tests/support/editions.ts";
import { startFeedHost } from "../tests/support/feedHost.ts";
import {
  type HostileDocument,
  listHostileAlerts,
  listHostileCalendars,
  listHostileStatuses,
} from "../tests/support/hostileDocuments.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";
import { printTable } from "./table.ts";

const [ALERTS, CALENDAR, STATUS] = ["/alerts.xml", "/events.ics", "/status.json"] as const;
const PORT = 8076;
const EXPIRES = new Date(Date.now() + 3_600_000).toISOString();
const MAX_CPU_MS = 50;

const USUAL: Record<string, HostileDocument> = {
  [ALERTS]: {
    name: "(a usual one)",
    contentType: "application/atom+xml",
    body: toCapFeed(toCapMessage({ info: { expires: EXPIRES } })),
  },
  [CALENDAR]: { name: "(a usual one)", contentType: "text/calendar", body: centerCalendar() },
  [STATUS]: { name: "(a usual one)", contentType: "application/json", body: '{"icestats":{}}' },
};

const folder = await temporaryFolder();
const host = await startFeedHost();
for (const [path, document] of Object.entries(USUAL)) host.serve(path, document);
const editions = await writeTestEdition(join(folder.path, "editions"), {
  ...NO_FEEDS,
  radio: {
    stations: [
      {
        port: PORT,
        name: "Mallory's station",
        relay: "direct",
        url: "https://radio.example/live.mp3",
        statusUrl: host.url(STATUS),
      },
    ],
  },
  change(edition) {
    edition.set("officialAlerts", [{ url: host.url(ALERTS) }]);
    edition.set("calendars", [{ url: host.url(CALENDAR), publisher: "Mallory" }]);
  },
});
const site = await startSite({
  editions,
  data: folder.path,
  hasOwnProcess: true,
  env: {
    ALLOW_PRIVATE_HOSTS: host.allowed,
    LOG_LEVEL: "debug",
    NODE_OPTIONS: "--import ./bench/eventLoopDelay.ts",
  },
});
const store = new DatabaseSync(join(folder.path, "broadsheet.db"), { timeout: 5000 });
const edition = join(editions, "chicago/edition.yaml");
// Follows the track titles, since the station's status is polled only while there is a listener.
const titles = await fetch(`${site.url}/api/radio/now?port=${PORT}`, {
  headers: { accept: "text/event-stream" },
});
if (titles.status !== 200) throw new Error(`The titles' stream responded with status ${titles.status}.`);

/** Maps each document's path to a function that causes a poll, and to a pattern of the log line at a poll's end. */
const polls: Record<string, { start(): Promise<void> | void; ends: RegExp }> = {
  [ALERTS]: {
    start: async () => writeFile(edition, `${await readFile(edition, "utf8")}\n`),
    ends: /"msg":"official alerts (polled|failed)/g,
  },
  [CALENDAR]: {
    start: () => void store.exec("update calendars set next_poll_at = '2000-01-01T00:00:00.000Z'"),
    ends: /"msg":"calendar (polled|failed)/g,
  },
  // Does nothing to start a poll, since the status is polled every ten seconds.
  [STATUS]: { start: () => {}, ends: /"msg":"failed to read radio status"/g },
};

interface Delay {
  p99: number;
  max: number;
  longestCpu: number;
}

async function readDelay(): Promise<Delay> {
  const find = () => site.written().match(/\{"eventLoopDelay".*\}\n/g) ?? [];
  const known = find().length;
  process.kill(site.pid, "SIGUSR2");
  await site.logs(() => find().length > known);
  return JSON.parse(find().at(-1) ?? "").eventLoopDelay;
}

async function measure(path: string, document: HostileDocument): Promise<Delay> {
  const { start, ends } = polls[path] as (typeof polls)[string];
  const countEnds = () => site.written().match(ends)?.length ?? 0;
  host.serve(path, document);
  const { length } = host.requests(path);
  const before = countEnds();
  await readDelay();
  await start();
  await site.logs(() => countEnds() > before || (path === STATUS && host.requests(path).length > length));
  // Waits for the work that follows a poll, such as putting alerts on pages, or parsing the radio status.
  await wait(path === STATUS ? 7000 : 1000);
  return readDelay();
}

const rows: string[][] = [];
let worst = 0;
try {
  await site.logs((log) => /"msg":"official alerts polled/.test(log) && /"msg":"calendar polled/.test(log));
  await wait(3000);
  const lists: [string, HostileDocument[]][] = [
    [ALERTS, listHostileAlerts()],
    [CALENDAR, listHostileCalendars()],
    [STATUS, listHostileStatuses()],
  ];
  for (const [path, documents] of lists)
    for (const document of [USUAL[path] as HostileDocument, ...documents]) {
      process.stderr.write(`${path.slice(1)}: ${document.name}\n`);
      const { p99, max, longestCpu } = await measure(path, document);
      worst = Math.max(worst, longestCpu);
      rows.push([`${path.slice(1)}: ${document.name}`, ...[p99, max, longestCpu].map((ms) => ms.toFixed(1))]);
    }
} finally {
  // Keeps the response until the end: if it were collected as garbage, its connection would close.
  await titles.body?.cancel();
  store.close();
  await site.stop();
  await host.close();
  await folder.remove();
}
printTable(["document", "delay p99, ms", "delay max, ms", "longest CPU, ms"], rows);
process.stdout.write(`Longest CPU time of one turn: ${worst.toFixed(1)} ms; the goal is ${MAX_CPU_MS} ms.\n`);
