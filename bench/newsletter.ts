import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createTransport } from "nodemailer";
import { pino } from "pino";
import { loadEditions } from "../server/editions/load.ts";
import { type Briefings, openBriefings } from "../server/newsletter/briefings.ts";
import { openMolds } from "../server/newsletter/sending/molds.ts";
import { TIMING } from "../server/newsletter/sending/sender.ts";
import { hasBriefing } from "../server/newsletter/templates/letter.ts";
import { openTokens } from "../server/newsletter/tokens.ts";
import { newestIssue } from "../server/store/newsletter/issues.ts";
import { openDatabase } from "../server/store/open.ts";
import type { Database } from "../server/store/schema.ts";
import { addressOf, issueContent, storeIssue, storeSubscribers } from "../tests/support/briefingIssue.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { printTable, whole } from "./table.ts";

/** `npm run bench:newsletter`: mails a second, beside a bare nodemailer pool that sends the same bytes; and the memory of it. */
const { values } = parseArgs({
  options: {
    /** Mails of each way in one round. */
    mails: { type: "string", default: "5000" },
    rounds: { type: "string", default: "3" },
    /** Mails that may be in doubt at once: `inDoubt` in edition.yaml. */
    "in-doubt": { type: "string", default: "1" },
    /** Subscribers of the run whose memory is watched; 0 leaves it out. */
    subscribers: { type: "string", default: "200000" },
  },
});
const CONNECTIONS = 4;
const SECTIONS = ["local", "national", "world", "politics", "business", "technology", "sports", "culture", "food"];
const NOW = Date.parse("2025-04-17T11:00:00Z");

const folder = await temporaryFolder();
const sink = fork("bench/mailSink.ts", { stdio: ["ignore", "inherit", "inherit", "ipc"] });
const [{ port }] = (await once(sink, "message")) as [{ port: number }];
const url = `smtp://127.0.0.1:${port}`;
const editions = await writeTestEdition(join(folder.path, "editions"), {
  feeds: () => [],
  relays: [],
  change: (edition) => {
    edition.setIn(["newsletter", "rate"], 1000);
    edition.setIn(["newsletter", "connections"], CONNECTIONS);
  },
});
const [loaded] = await loadEditions(editions);
if (!loaded || !hasBriefing(loaded)) throw new Error("The edition has no briefing.");
// The file allows no more than what a mail server could take; here there is none to spare.
const edition = {
  ...loaded,
  newsletter: { ...loaded.newsletter, rate: 1_000_000, inDoubt: Number(values["in-doubt"]) },
};

const rows: string[][] = [];
const ratios: number[] = [];
for (let round = 1; round <= Number(values.rounds); round++) {
  const count = Number(values.mails);
  const bytes = await sampleMail();
  const bare = await timed(count, () => sendBare(bytes, count));
  const database = await fill(`round-${round}`, count, 1);
  const ours = await timed(count, () => sendAll(database));
  await database.destroy();
  const ratio = ours.perSecond / bare.perSecond;
  ratios.push(ratio);
  rows.push([
    `round ${round}`,
    ...[bare, ours].flatMap(({ perSecond, cpu }) => [whole(perSecond), whole(cpu)]),
    ...[ratio.toFixed(2), whole(bytes.length)],
  ]);
}
printTable(["", "nodemailer pool/s", "CPU µs", "ledger/s", "CPU µs", "ratio", "bytes a mail"], rows);
process.stdout.write(
  `median ratio ${(ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0).toFixed(2)}\n\n`,
);
if (Number(values.subscribers) > 0) await watchMemory(Number(values.subscribers));
sink.disconnect();
await folder.remove();

/** @param choices in how many ways subscribers chose sections */
async function fill(name: string, count: number, choices: number): Promise<Database> {
  const database = await openDatabase(`sqlite:${join(folder.path, `${name}.db`)}`);
  const choice = (number: number) => SECTIONS.filter((_, bit) => number & (1 << bit));
  await storeSubscribers(database, count, (number) => (number % choices === 0 ? null : choice(number % choices)));
  await storeIssue(database, issueContent(SECTIONS), NOW, "2025-04-17");
  return database;
}

async function open(database: Database, onSent?: () => void): Promise<Briefings> {
  return openBriefings({
    ...{ editions: { all: () => [edition] }, database, radio: () => null, smtpUrl: url, now: () => NOW },
    ...{ siteUrl: "https://chicagomeridian.example", sign: (mail) => mail, timing: TIMING },
    log: pino({ level: "warn" }, pino.destination(2)),
    ...(onSent ? { onSent } : {}),
  });
}

async function sendAll(database: Database, onSent?: () => void): Promise<void> {
  const briefings = await open(database, onSent);
  await briefings.tick();
  await briefings.stop();
}

/** A mail as the ledger sends it. */
async function sampleMail(): Promise<Buffer> {
  const database = await fill(`sample-${rows.length}`, 1, 1);
  const issue = await newestIssue(database, "chicago");
  if (!issue) throw new Error("There is no issue.");
  const molds = openMolds(issue, edition, await openTokens(database), "https://chicagomeridian.example");
  const bytes = await molds.cast(
    { subscriberId: 1, secret: "secret", sections: null, messageId: "<x@y>" },
    addressOf(1),
  );
  await database.destroy();
  return bytes;
}

async function sendBare(raw: Buffer, count: number): Promise<void> {
  const pool = createTransport({ url, pool: true, maxConnections: CONNECTIONS, maxMessages: 500 });
  let next = 0;
  const send = async () => {
    while (next++ < count)
      await pool.sendMail({ envelope: { from: "bounces@chicagomeridian.example", to: addressOf(next) }, raw });
  };
  await Promise.all(Array.from({ length: 2 * CONNECTIONS }, send));
  pool.close();
}

/** @returns how many a second, and the microseconds that this process computed for each */
async function timed(count: number, work: () => Promise<void>): Promise<{ perSecond: number; cpu: number }> {
  const before = await taken();
  const idle = process.cpuUsage();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const arrived = (await taken()) - before;
  if (arrived !== count) throw new Error(`${arrived} of ${count} mails arrived.`);
  const { user, system } = process.cpuUsage(idle);
  return { perSecond: count / seconds, cpu: (user + system) / count };
}

async function taken(): Promise<number> {
  sink.send("taken");
  const [answer] = (await once(sink, "message")) as [{ taken: number }];
  return answer.taken;
}

async function watchMemory(count: number): Promise<void> {
  const database = await fill("memory", count, 100);
  const table: string[][] = [];
  let sent = 0;
  let since = performance.now();
  const step = Math.ceil(count / 10);
  await sendAll(database, () => {
    if (++sent % step !== 0) return;
    const { rss, heapUsed } = process.memoryUsage();
    const perSecond = step / ((performance.now() - since) / 1000);
    since = performance.now();
    table.push([whole(sent), whole(perSecond), whole(rss / 2 ** 20), whole(heapUsed / 2 ** 20)]);
  });
  await database.destroy();
  printTable(["sent", "mails/s", "RSS MB", "heap MB"], table);
}
