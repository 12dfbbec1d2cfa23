import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { type Briefings, openBriefings } from "../../server/newsletter/briefings.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { createIssueContent, getReaderAddress, storeIssue, storeSubscribers } from "../support/briefingIssue.ts";
import { describeKilled } from "../support/describeKilled.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type Fault, type FaultyMailHost, startFaultyMailHost } from "../support/faultyMailHost.ts";
import { NO_MAILBOX_EVERY, sendWithKills } from "../support/killedSenders.ts";
import { isLong } from "../support/longTests.ts";
import { temporaryFolder } from "../support/site.ts";
import { isPostgres, openDatabase } from "../support/stores.ts";

const NOW = Date.parse("2025-04-17T11:00:00Z");
const READERS = 60;
const KILLED = isLong ? { subscribers: 700, kills: 8 } : { subscribers: 200, kills: 3 };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Database;
let mailHost: FaultyMailHost;
let editions: string;
const open: Briefings[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: () => [],
    relays: [],
    change: (edition) => edition.setIn(["newsletter", "rate"], 1000),
  });
  database = await openDatabase(`sqlite:${join(folder.path, "faults.db")}`);
  await storeSubscribers(database, READERS);
  await storeIssue(database, createIssueContent(["local", "sports"]), NOW, "2025-04-17");
});

afterEach(async () => {
  for (const briefings of open.splice(0)) await briefings.stop();
  await database.destroy();
  await mailHost.close();
  await folder.remove();
});

const startedAt = performance.now();
/**
 * Returns a time that advances from `NOW`. With a stopped clock, heartbeats would not change, and all senders would
 * count as dead.
 */
const readClock = () => NOW + performance.now() - startedAt;

async function start(clock = readClock): Promise<Briefings> {
  const loaded = await loadEditions(editions, "https://meridian.example");
  const briefings = await openBriefings({
    editions: { all: () => loaded },
    database,
    radio: () => null,
    sign: (message: Buffer) => message,
    log: pino({ level: "silent" }),
    smtpUrl: mailHost.url,
    now: clock,
    // The lease is long: with a short lease, a sender that a busy machine delays would count as dead.
    timing: { leaseMs: 20_000, retriesMs: [0], reconnectsMs: [0], maxAgeMs: 3_600_000 },
  });
  open.push(briefings);
  return briefings;
}

async function startMailHost(fault: (address: string, attempt: number) => Fault | null): Promise<void> {
  mailHost = await startFaultyMailHost({ fault, keepsSources: true, maxDelayMs: 30 });
}

const countAccepted = (number: number) => mailHost.acceptedFor.get(getReaderAddress(number)) ?? 0;
const getStatus = async (number: number) =>
  (await database.selectFrom("subscribers").select("status").where("id", "=", number).executeTakeFirst())?.status;

/** Sends mails until all issues are finished. */
async function sendAll(briefings: Briefings): Promise<void> {
  for (;;) {
    await briefings.sendDue();
    if (!(await database.selectFrom("issues").select("id").where("finished_at", "is", null).executeTakeFirst())) return;
    await wait(10);
  }
}

describe("an issue", () => {
  it("reaches everybody once despite rejections and broken connections", async () => {
    const faults: Record<number, Fault> = { 3: "deferred", 7: "dropped", 11: "no-mailbox", 13: "rejected", 17: "slow" };
    await startMailHost((address, attempt) => {
      const fault = faults[Number(/\d+/.exec(address)?.[0])] ?? null;
      return attempt > 2 && fault !== "no-mailbox" && fault !== "rejected" ? null : fault;
    });
    await sendAll(await start());
    const accepted = Array.from({ length: READERS }, (_, index) => countAccepted(index + 1));
    expect(accepted).toEqual(Array.from({ length: READERS }, (_, index) => ([11, 13].includes(index + 1) ? 0 : 1)));
    // An address is suppressed only if its mailbox does not exist, not if the server rejects the mail's content.
    expect([await getStatus(11), await getStatus(13), await getStatus(3)]).toEqual([
      "suppressed",
      "confirmed",
      "confirmed",
    ]);
  });

  it.skipIf(isPostgres)("has the same Message-ID if a mail is sent again after the reply was lost", async () => {
    await startMailHost((address, attempt) =>
      address === getReaderAddress(5) && attempt === 1 ? "accepted and dropped" : null,
    );
    const ids = new Set<string | undefined>();
    const briefings = await start();
    const watching = setInterval(
      () => ids.add(/^Message-ID: (.*)$/m.exec(mailHost.findLast(getReaderAddress(5))?.source ?? "")?.[1]),
      1,
    );
    await sendAll(briefings);
    clearInterval(watching);
    expect(countAccepted(5)).toBe(2);
    const { messageId } = await database
      .selectFrom("deliveries")
      .select("message_id as messageId")
      .where("subscriber_id", "=", 5)
      .executeTakeFirstOrThrow();
    expect(mailHost.findLast(getReaderAddress(5))?.source).toContain(`Message-ID: ${messageId}`);
    expect([...ids].filter((id) => id !== undefined).map((id) => id?.trim())).toEqual([messageId]);
  });

  it("waits for a database that is unavailable for a while", async () => {
    await startMailHost(() => "slow");
    const briefings = await start();
    const sending = sendAll(briefings);
    while (mailHost.accepted < 10) await wait(1);
    // Makes every statement on the table `deliveries` fail, as after a lost connection.
    await sql`alter table deliveries rename to deliveries_away`.execute(database);
    await wait(300);
    const meanwhile = mailHost.accepted;
    await sql`alter table deliveries_away rename to deliveries`.execute(database);
    await sending.catch(() => sendAll(briefings));
    // Mails that had been started were completed. No new mails were started, since the store could not record them.
    expect(meanwhile).toBeLessThan(READERS / 2);
    expect(new Set(Array.from({ length: READERS }, (_, index) => countAccepted(index + 1)))).toEqual(new Set([1]));
  });

  it("is sent once by two concurrent processes with different clocks", async () => {
    await startMailHost(() => "slow");
    const first = await start();
    const second = await start(() => readClock() + 40 * 60_000);
    await Promise.all([sendAll(first), sendAll(second)]);
    expect(new Set(Array.from({ length: READERS }, (_, index) => countAccepted(index + 1)))).toEqual(new Set([1]));
  });

  it("finishes the mails under way when it is stopped, and resumes at the next start", async () => {
    await startMailHost(() => "slow");
    const first = await start();
    const sending = first.sendDue();
    while (mailHost.accepted < 5) await wait(1);
    await first.stop();
    await sending;
    const remaining = READERS - mailHost.accepted;
    expect(remaining).toBeGreaterThan(READERS / 2);
    const rows = await database.selectFrom("deliveries").select("id").where("state", "=", "leased").execute();
    expect(rows).toEqual([]);
    await sendAll(await start());
    expect(new Set(Array.from({ length: READERS }, (_, index) => countAccepted(index + 1)))).toEqual(new Set([1]));
  });

  it("reaches everybody despite killed senders, twice only if the delivery was in doubt", async () => {
    await startMailHost(() => null);
    const killed = await sendWithKills({ folder: join(folder.path, "kills"), ...KILLED, rate: 400 });
    process.stdout.write(`${describeKilled(killed)}\n`);
    expect(killed.kills).toBe(KILLED.kills);
    expect(killed.missed).toEqual([]);
    expect(killed.twice).toEqual(killed.explained);
    expect(killed.twice.length).toBeLessThanOrEqual(killed.kills);
    expect(Math.max(...killed.inDoubt)).toBeLessThanOrEqual(1);
    expect(killed.suppressed).toBe(Math.floor(KILLED.subscribers / NO_MAILBOX_EVERY));
  });
});
