import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createIssueContent, getReaderAddress, storeIssue, storeSubscribers } from "./briefingIssue.ts";
import { writeTestEdition } from "./editions.ts";
import { type Fault, startFaultyMailHost } from "./faultyMailHost.ts";
import { openDatabase } from "./stores.ts";

interface Options {
  folder: string;
  subscribers: number;
  kills: number;
  /** Number of mails per second by one sender. */
  rate: number;
}

/** Result of sending an issue while senders are killed. */
export interface KillResult {
  kills: number;
  /** Number of addresses that received the issue. */
  reached: number;
  /** Addresses that received the issue twice. */
  twice: string[];
  /** Addresses among `twice` whose delivery was in doubt when a sender was killed. */
  explained: string[];
  /** Addresses that should have received the issue but did not. */
  missed: string[];
  /** Number of deliveries in doubt at each kill. */
  inDoubt: number[];
  faults: ReadonlyMap<Fault, number>;
  /** Number of deliveries by state. */
  states: Record<string, number>;
  /** Number of suppressed subscribers. */
  suppressed: number;
}

/** One in this many subscribers has no mailbox. */
export const NO_MAILBOX_EVERY = 97;
const chooseFault = (address: string, attempt: number): Fault | null => {
  const number = Number(/\d+/.exec(address)?.[0]);
  if (number % NO_MAILBOX_EVERY === 0) return "no-mailbox";
  if (attempt > 1) return number % 50 === 7 ? "slow" : null;
  return (
    (
      [
        [31, "deferred"],
        [43, "dropped"],
        [23, "slow"],
      ] as const
    ).find(([every]) => number % every === 0)?.[1] ?? null
  );
};

/** Sends an issue with two processes at once. Kills them in turn at random moments, and replaces each killed one. */
export async function sendWithKills({ folder, subscribers, kills, rate }: Options): Promise<KillResult> {
  const host = await startFaultyMailHost({ fault: chooseFault });
  const editions = await writeTestEdition(join(folder, "editions"), {
    feeds: () => [],
    relays: [],
    change: (edition) => {
      edition.setIn(["newsletter", "rate"], rate);
      edition.setIn(["newsletter", "connections"], 4);
    },
  });
  const url = `sqlite:${join(folder, "kills.db")}`;
  const database = await openDatabase(url);
  const instant = "2025-04-17T11:00:00.000Z";
  await storeSubscribers(database, subscribers);
  await storeIssue(database, createIssueContent(["local", "national", "sports"]), Date.parse(instant), "2025-04-17");

  const start = () => {
    const holder = randomUUID();
    const script = "tests/support/briefingSender.ts";
    const child = spawn(process.execPath, [script, url, host.url, editions, holder, instant], { stdio: "ignore" });
    return { child, holder };
  };
  const senders = [start(), start()];
  const inDoubt: number[] = [];
  const everInDoubt = new Set<string>();
  for (let kill = 0; kill < kills; kill++) {
    const remaining = subscribers - host.accepted;
    await waitForAccepted(host, host.accepted + Math.round((remaining / (kills - kill + 1)) * 1.6 * Math.random()));
    // Limits the wait to half the time that the senders need for the remaining mails, so that the next victim has mails
    // left to send.
    const maxDelayMs = ((subscribers - host.accepted) / (2 * senders.length * rate)) * 1000;
    await wait(Math.random() * Math.min(kill % 4 === 0 ? 700 : 25, maxDelayMs));
    const index = kill % 2;
    const victim = senders[index];
    if (!victim || victim.child.exitCode !== null) break;
    await waitForExit(victim.child, "SIGKILL");
    const rows = await database
      .selectFrom("deliveries")
      .innerJoin("subscribers", "subscribers.id", "deliveries.subscriber_id")
      .select("subscribers.email")
      .where("lease_holder", "=", victim.holder)
      .where("sending_at", "is not", null)
      .execute();
    inDoubt.push(rows.length);
    for (const { email } of rows) everInDoubt.add(email ?? "");
    senders[index] = start();
  }
  await Promise.all(senders.map(({ child }) => waitForExit(child)));

  const counts = await database
    .selectFrom("deliveries")
    .select((all) => ["state", all.fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
  const { suppressed } = await database
    .selectFrom("subscribers")
    .select((all) => all.fn.countAll<number>().as("suppressed"))
    .where("status", "=", "suppressed")
    .executeTakeFirstOrThrow();
  await database.destroy();
  await host.close();
  const twice = [...host.acceptedFor].flatMap(([address, times]) => (times > 1 ? [address] : []));
  const expected = Array.from({ length: subscribers }, (_, index) => index + 1).filter(
    (n) => n % NO_MAILBOX_EVERY !== 0,
  );
  return {
    kills: inDoubt.length,
    reached: host.acceptedFor.size,
    twice,
    explained: twice.filter((address) => everInDoubt.has(address)),
    missed: expected.map(getReaderAddress).filter((address) => !host.acceptedFor.has(address)),
    inDoubt,
    faults: host.faults,
    states: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
    suppressed,
  };
}

async function waitForExit(child: ChildProcess, signal?: "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  if (signal) child.kill(signal);
  await exit;
}

async function waitForAccepted(host: { readonly accepted: number }, count: number): Promise<void> {
  while (host.accepted < count) await wait(2);
}
