import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createTransport } from "nodemailer";
import { pino } from "pino";
import { loadEditions } from "../server/editions/loading/load.ts";
import { hasBriefing } from "../server/newsletter/briefedEdition.ts";
import { openBriefings } from "../server/newsletter/briefings.ts";
import { createIssueRenderer } from "../server/newsletter/sending/issueRenderer.ts";
import { SENDER_TIMING } from "../server/newsletter/sending/sender.ts";
import { loadTokens } from "../server/newsletter/subscribing/tokens.ts";
import { findNewestIssue } from "../server/store/newsletter/issues.ts";
import { openDatabase } from "../server/store/open.ts";
import type { Database } from "../server/store/schema/schema.ts";
import { createIssueContent, getReaderAddress, storeIssue, storeSubscribers } from "../tests/support/briefingIssue.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { quantile } from "./quantile.ts";
import { formatWhole, printTable } from "./table.ts";

/**
 * `npm run bench:newsletter`: compares the rate at which our sender sends mails with the rate of a bare nodemailer pool
 * for the same bytes. Then measures memory while many mails are sent.
 */
const { values } = parseArgs({
  options: {
    /** Number of mails per sender and round. */
    mails: { type: "string", default: "5000" },
    rounds: { type: "string", default: "3" },
    /** Value of `inDoubt` in edition.yaml. */
    "in-doubt": { type: "string", default: "1" },
    /** Number of subscribers in the run that measures memory; 0 to skip it. */
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
const [loaded] = await loadEditions(editions, "https://chicagomeridian.example");
if (!loaded || !hasBriefing(loaded)) throw new Error("The edition has no briefing.");
// Sets a higher rate than edition.yaml allows, so that the rate does not delay mails.
const edition = {
  ...loaded,
  newsletter: { ...loaded.newsletter, rate: 1_000_000, inDoubt: Number(values["in-doubt"]) },
};

const rows: string[][] = [];
const ratios: number[] = [];
for (let round = 1; round <= Number(values.rounds); round++) {
  const count = Number(values.mails);
  const mail = await renderSample();
  const bare = await measure(count, () => sendBare(mail, count));
  const database = await createDatabase(`round-${round}`, count, 1);
  const ours = await measure(count, () => sendAll(database));
  await database.destroy();
  const ratio = ours.perSecond / bare.perSecond;
  ratios.push(ratio);
  rows.push([
    `round ${round}`,
    ...[bare, ours].flatMap(({ perSecond, cpu }) => [formatWhole(perSecond), formatWhole(cpu)]),
    ...[ratio.toFixed(2), formatWhole(mail.length)],
  ]);
}
printTable(["", "nodemailer pool/s", "CPU µs", "ledger/s", "CPU µs", "ratio", "bytes per mail"], rows);
process.stdout.write(`median ratio ${quantile(ratios, 0.5).toFixed(2)}\n\n`);
if (Number(values.subscribers) > 0) await measureMemory(Number(values.subscribers));
sink.disconnect();
await folder.remove();

/** @param choices number of distinct choices of sections among the subscribers */
async function createDatabase(name: string, count: number, choices: number): Promise<Database> {
  const database = await openDatabase(`sqlite:${join(folder.path, `${name}.db`)}`);
  const getSections = (number: number) => SECTIONS.filter((_, bit) => number & (1 << bit));
  await storeSubscribers(database, count, (number) => (number % choices === 0 ? null : getSections(number % choices)));
  await storeIssue(database, createIssueContent(SECTIONS), NOW, "2025-04-17");
  return database;
}

async function sendAll(database: Database): Promise<void> {
  const briefings = await openBriefings({
    editions: { all: () => [edition] },
    database,
    radio: () => null,
    smtpUrl: url,
    now: () => NOW,
    sign: (message) => message,
    timing: SENDER_TIMING,
    log: pino({ level: "warn" }, pino.destination(2)),
  });
  await briefings.sendDue();
  await briefings.stop();
}

async function renderSample(): Promise<Buffer> {
  const database = await createDatabase(`sample-${rows.length}`, 1, 1);
  const issue = await findNewestIssue(database, "chicago");
  if (!issue) throw new Error("There is no issue.");
  const render = createIssueRenderer(issue, edition, await loadTokens(database), "https://chicagomeridian.example");
  const mail = await render(
    { subscriberId: 1, secret: "secret", sections: null, messageId: "<x@y>" },
    getReaderAddress(1),
  );
  await database.destroy();
  return mail;
}

async function sendBare(raw: Buffer, count: number): Promise<void> {
  const pool = createTransport({ url, pool: true, maxConnections: CONNECTIONS, maxMessages: 500 });
  let next = 0;
  const send = async () => {
    while (next++ < count)
      await pool.sendMail({ envelope: { from: "bounces@chicagomeridian.example", to: getReaderAddress(next) }, raw });
  };
  await Promise.all(Array.from({ length: 2 * CONNECTIONS }, send));
  pool.close();
}

/** Measures some work. @returns mails per second, and CPU time of this process per mail in µs */
async function measure(count: number, work: () => Promise<void>): Promise<{ perSecond: number; cpu: number }> {
  const before = await countAccepted();
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const arrived = (await countAccepted()) - before;
  if (arrived !== count) throw new Error(`${arrived} of ${count} mails arrived.`);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond: count / seconds, cpu: (user + system) / count };
}

async function countAccepted(): Promise<number> {
  sink.send("count");
  const [{ accepted }] = (await once(sink, "message")) as [{ accepted: number }];
  return accepted;
}

async function measureMemory(count: number): Promise<void> {
  const database = await createDatabase("memory", count, 100);
  const table: string[][] = [];
  const before = await countAccepted();
  const step = Math.ceil(count / 10);
  let last = { sent: 0, at: performance.now() };
  const sending = sendAll(database).then(() => false);
  for (let isSending = true; isSending; ) {
    isSending = await Promise.race([sending, delay(100, true)]);
    const sent = (await countAccepted()) - before;
    if (isSending && sent < last.sent + step) continue;
    const perSecond = (sent - last.sent) / ((performance.now() - last.at) / 1000);
    last = { sent, at: performance.now() };
    const { rss, heapUsed } = process.memoryUsage();
    table.push([
      formatWhole(sent),
      formatWhole(perSecond),
      formatWhole(rss / 2 ** 20),
      formatWhole(heapUsed / 2 ** 20),
    ]);
  }
  await database.destroy();
  printTable(["sent", "mails/s", "RSS MB", "heap MB"], table);
}
