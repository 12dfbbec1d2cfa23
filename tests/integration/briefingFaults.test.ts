import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadEditions } from "../../server/editions/load.ts";
import { type Briefings, openBriefings } from "../../server/newsletter/briefings.ts";
import { openDatabase } from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema.ts";
import { addressOf, issueContent, storeIssue, storeSubscribers } from "../support/briefingIssue.ts";
import { describeKilled } from "../support/describeKilled.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type Fault, type FaultyMailHost, startFaultyMailHost } from "../support/faultyMailHost.ts";
import { sendUnderFire } from "../support/killedSenders.ts";
import { temporaryFolder } from "../support/site.ts";

const NOW = Date.parse("2025-04-17T11:00:00Z");
const READERS = 60;

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
  await storeIssue(database, issueContent(["local", "sports"]), NOW, "2025-04-17");
});

afterEach(async () => {
  for (const briefings of open.splice(0)) await briefings.stop();
  await database.destroy();
  await mailHost.close();
  await folder.remove();
});

async function start(clock = () => NOW): Promise<Briefings> {
  const loaded = await loadEditions(editions);
  const briefings = await openBriefings({
    ...{ editions: { all: () => loaded }, database, radio: () => null, siteUrl: "https://meridian.example" },
    ...{ sign: (bytes: Buffer) => bytes, log: pino({ level: "silent" }), smtpUrl: mailHost.url, now: clock },
    timing: { lease: 300, retries: [0], reconnects: [0], day: 3_600_000 },
  });
  open.push(briefings);
  return briefings;
}

async function openHost(fault: (address: string, offered: number) => Fault | null): Promise<void> {
  mailHost = await startFaultyMailHost({ fault, keepsSources: true, slowest: 30 });
}

const timesFor = (number: number) => mailHost.kept.get(addressOf(number)) ?? 0;
const statuses = async (number: number) =>
  (await database.selectFrom("subscribers").select("status").where("id", "=", number).executeTakeFirst())?.status;

/** Lets the sender look again and again until it has nothing left to do. */
async function sendAll(briefings: Briefings): Promise<void> {
  for (;;) {
    await briefings.tick();
    if (!(await database.selectFrom("issues").select("id").where("finished_at", "is", null).executeTakeFirst())) return;
    await wait(10);
  }
}

describe("an issue", () => {
  it("reaches everybody once through refusals and broken connections, and leaves those alone who refuse it", async () => {
    const faults: Record<number, Fault> = { 3: "later", 7: "dropped", 11: "gone", 13: "refused", 17: "slow" };
    await openHost((address, offered) => {
      const fault = faults[Number(/\d+/.exec(address)?.[0])] ?? null;
      return offered > 2 && fault !== "gone" && fault !== "refused" ? null : fault;
    });
    await sendAll(await start());
    const times = Array.from({ length: READERS }, (_, index) => timesFor(index + 1));
    expect(times).toEqual(Array.from({ length: READERS }, (_, index) => ([11, 13].includes(index + 1) ? 0 : 1)));
    // That a mail is not to a server's taste says nothing of the address.
    expect([await statuses(11), await statuses(13), await statuses(3)]).toEqual([
      "suppressed",
      "confirmed",
      "confirmed",
    ]);
  });

  it("is the same mail at a second attempt, where the server had kept the first and nobody could tell", async () => {
    await openHost((address, offered) => (address === addressOf(5) && offered === 1 ? "kept and dropped" : null));
    const ids = new Set<string | undefined>();
    const briefings = await start();
    const watching = setInterval(
      () => ids.add(/^Message-ID: (.*)$/m.exec(mailHost.lastFor(addressOf(5))?.source ?? "")?.[1]),
      1,
    );
    await sendAll(briefings);
    clearInterval(watching);
    expect(timesFor(5)).toBe(2);
    const { messageId } = await database
      .selectFrom("deliveries")
      .select("message_id as messageId")
      .where("subscriber_id", "=", 5)
      .executeTakeFirstOrThrow();
    expect(mailHost.lastFor(addressOf(5))?.source).toContain(`Message-ID: ${messageId}`);
    expect([...ids].filter((id) => id !== undefined).map((id) => id?.trim())).toEqual([messageId]);
  });

  it("survives a store that is away for a while", async () => {
    await openHost(() => "slow");
    const briefings = await start();
    const sending = sendAll(briefings);
    while (mailHost.accepted < 10) await wait(1);
    // Every statement fails now, as on a connection that is lost.
    await sql`alter table deliveries rename to deliveries_away`.execute(database);
    await wait(300);
    const meanwhile = mailHost.accepted;
    await sql`alter table deliveries_away rename to deliveries`.execute(database);
    await sending.catch(() => sendAll(briefings));
    // What was under way went out; nothing new did, since it could not be written down.
    expect(meanwhile).toBeLessThan(READERS / 2);
    expect(new Set(Array.from({ length: READERS }, (_, index) => timesFor(index + 1)))).toEqual(new Set([1]));
  });

  it("is sent once by two processes at once, whatever their clocks say", async () => {
    await openHost(() => "slow");
    const first = await start();
    const second = await start(() => NOW + 40 * 60_000);
    await Promise.all([sendAll(first), sendAll(second)]);
    expect(new Set(Array.from({ length: READERS }, (_, index) => timesFor(index + 1)))).toEqual(new Set([1]));
  });

  it("stops at a signal with what is under way, and goes on at the next start", async () => {
    await openHost(() => "slow");
    const first = await start();
    const sending = first.tick();
    while (mailHost.accepted < 5) await wait(1);
    await first.stop();
    await sending;
    const left = READERS - mailHost.accepted;
    expect(left).toBeGreaterThan(READERS / 2);
    const rows = await database.selectFrom("deliveries").select("id").where("state", "=", "leased").execute();
    expect(rows).toEqual([]);
    await sendAll(await start());
    expect(new Set(Array.from({ length: READERS }, (_, index) => timesFor(index + 1)))).toEqual(new Set([1]));
  });

  it("reaches everybody through senders that are killed; what comes twice stood in the window", async () => {
    await openHost(() => null);
    const killed = await sendUnderFire({ folder: join(folder.path, "kills"), subscribers: 700, kills: 8, rate: 400 });
    process.stdout.write(`${describeKilled(killed)}\n`);
    expect(killed.kills).toBe(8);
    expect(killed.missed).toEqual([]);
    expect(killed.twice).toEqual(killed.explained);
    expect(killed.twice.length).toBeLessThanOrEqual(killed.kills);
    expect(Math.max(...killed.inDoubt)).toBeLessThanOrEqual(1);
    expect(killed.suppressed).toBe(7);
  });
});
