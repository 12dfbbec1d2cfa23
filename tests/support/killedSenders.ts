import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "../../server/store/open.ts";
import { addressOf, issueContent, storeIssue, storeSubscribers } from "./briefingIssue.ts";
import { writeTestEdition } from "./editions.ts";
import { type Fault, startFaultyMailHost } from "./faultyMailHost.ts";

interface Options {
  folder: string;
  subscribers: number;
  kills: number;
  /** Mails a second of one sender. */
  rate: number;
}

/** What became of an issue whose senders were killed again and again. */
export interface Killed {
  kills: number;
  /** Addresses that have it: how many, and those that have it twice. */
  reached: number;
  twice: string[];
  /** Of those, the ones that stood in the window when a sender was killed. */
  explained: string[];
  /** Addresses that should have it and do not. */
  missed: string[];
  /** How many mails stood in the window at each kill. */
  inDoubt: number[];
  faults: ReadonlyMap<Fault, number>;
  states: Record<string, number>;
  suppressed: number;
}

/** Every so many addresses have a fault of each kind. */
const GONE_EVERY = 97;
const faultOf = (address: string, offered: number): Fault | null => {
  const number = Number(/\d+/.exec(address)?.[0]);
  if (number % GONE_EVERY === 0) return "gone";
  if (offered > 1) return number % 50 === 7 ? "slow" : null;
  return (
    (
      [
        [31, "later"],
        [43, "dropped"],
        [23, "slow"],
      ] as const
    ).find(([every]) => number % every === 0)?.[1] ?? null
  );
};

/** Sends an issue by two processes at once, killing one of them at random moments and starting another in its place. */
export async function sendUnderFire({ folder, subscribers, kills, rate }: Options): Promise<Killed> {
  const host = await startFaultyMailHost({ fault: faultOf });
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
  await storeIssue(database, issueContent(["local", "national", "sports"]), Date.parse(instant), "2025-04-17");

  const start = () => {
    const holder = randomUUID();
    const script = "tests/support/briefingSender.ts";
    const child = spawn(process.execPath, [script, url, host.url, editions, holder, instant], { stdio: "ignore" });
    return { child, holder };
  };
  const senders = [start(), start()];
  const inDoubt: number[] = [];
  const doubtful = new Set<string>();
  for (let kill = 0; kill < kills; kill++) {
    const rest = subscribers - host.accepted;
    await acceptedBy(host, host.accepted + Math.round((rest / (kills - kill + 1)) * 1.6 * Math.random()));
    // Now and then a sender that has only begun is hit, but none that has nothing left to send.
    const untilHalf = ((subscribers - host.accepted) / (2 * senders.length * rate)) * 1000;
    await wait(Math.random() * Math.min(kill % 4 === 0 ? 700 : 25, untilHalf));
    const place = kill % 2;
    const victim = senders[place];
    if (!victim || victim.child.exitCode !== null) break;
    await ended(victim.child, "SIGKILL");
    const rows = await database
      .selectFrom("deliveries")
      .innerJoin("subscribers", "subscribers.id", "deliveries.subscriber_id")
      .select("subscribers.email")
      .where("lease_holder", "=", victim.holder)
      .where("sending_at", "is not", null)
      .execute();
    inDoubt.push(rows.length);
    for (const { email } of rows) doubtful.add(email ?? "");
    senders[place] = start();
  }
  await Promise.all(senders.map(({ child }) => ended(child)));

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
  const twice = [...host.kept].flatMap(([address, times]) => (times > 1 ? [address] : []));
  const wanted = Array.from({ length: subscribers }, (_, index) => index + 1).filter((n) => n % GONE_EVERY !== 0);
  return {
    kills: inDoubt.length,
    reached: host.kept.size,
    twice,
    explained: twice.filter((address) => doubtful.has(address)),
    missed: wanted.map(addressOf).filter((address) => !host.kept.has(address)),
    inDoubt,
    faults: host.faults,
    states: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
    suppressed,
  };
}

async function ended(child: ChildProcess, signal?: "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  if (signal) child.kill(signal);
  await exit;
}

/** Waits until the mail server has kept so many mails. */
async function acceptedBy(host: { readonly accepted: number }, count: number): Promise<void> {
  while (host.accepted < count) await wait(2);
}
