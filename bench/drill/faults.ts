import { closeSync, openSync, writeSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { pick, type Random } from "../../core/random.ts";
import type { Fault } from "../../tests/support/faults.ts";
import { scaleLimit } from "../../tests/support/scaleLimit.ts";
import { feedPath, SECTIONS } from "../../tests/support/sectionFeeds.ts";
import type { Readers } from "../readers/readers.ts";
import { ALERT_FEED_ATTACKS } from "./alertFeed.ts";
import { holdSlowClients, requestUncached } from "./clients.ts";
import type { Monitor, Phase } from "./monitor.ts";
import { listChildren } from "./processes.ts";
import type { Stage } from "./stage.ts";

interface Context {
  stage: Stage;
  monitor: Monitor;
  /** Effects observed since the fault began. */
  phase: Phase;
  readers: Pick<Readers, "expectEnd" | "expectService">;
  random: Random;
  /** Duration of a fault, in ms. */
  holdMs: number;
}

export interface DrillFault {
  name: string;
  /** True for a fault that replaces the site's process. */
  isRestart?: boolean;
  /** Returns the reason why the fault cannot be caused on this machine; null if it can. */
  getObstacle?(stage: Stage): string | null;
  /** Causes the fault, waits, and ends it. @throws {Error} if the site should have noticed the fault but did not */
  run(context: Context): Promise<void>;
}

/** Name of the fault during which every request must get a response. */
export const GENTLE_RESTART = "SIGTERM, and a new start";
export const SLOW_CLIENTS = 200;
export const UNCACHED_CLIENTS = 50;
const CHUNK = Buffer.alloc(256 * 1024);
const EFFECT_TIMEOUT_MS = scaleLimit(90_000);
const RESUME_TIMEOUT_MS = scaleLimit(240_000);
const HOUR_SECONDS = 3600;
/** Time, in ms, after which an idle connection to a feed host is closed, so the next fetch asks the name server. */
const KEPT_CONNECTION_MS = 6000;
const COUNT_REACHABLE = `select count(*) filter (where failures = 0) as reachable, count(*) as feeds
  from feeds where next_poll_at < '9999'`;
const FAILURE_ENDED = '"msg":"general failure of feeds ended';
/** Wrong responses of a relay. The first five have status 200 and a wrong body. */
const WRONG_RESPONSES: readonly Fault[] = [
  ...([{ kind: "page" }, { kind: "noise" }, { kind: "broken" }, { kind: "half" }, { kind: "empty" }] as const),
  ...([
    { kind: "redirect", to: "/nowhere.xml" },
    { kind: "status", status: 304 },
    { kind: "drip", ms: 50 },
  ] as const),
];

export const FAULTS: readonly DrillFault[] = [
  {
    name: "the disk is full",
    getObstacle: ({ disk }) => (disk ? null : "only root can mount a small disk"),
    async run({ stage: { disk }, holdMs, monitor }) {
      const filler = join(disk ?? "", "filler");
      try {
        fillDisk(filler);
        await until("/readyz names the disk", () => monitor.failed()?.includes("disk"));
        await wait(holdMs);
      } finally {
        await rm(filler, { force: true });
      }
    },
  },
  {
    name: "another process locks the store",
    async run({ stage: { file }, holdMs, monitor }) {
      const store = new DatabaseSync(file, { timeout: 5000 });
      try {
        store.exec("begin immediate");
        await until("/readyz names the store", () => monitor.failed()?.includes("store"));
        // Holds the lock for longer than 5 s, the longest time for which the site waits.
        await wait(Math.max(holdMs, 5500));
        store.exec("rollback");
      } finally {
        store.close();
      }
    },
  },
  {
    name: "the poll worker ends",
    async run({ stage, holdMs, phase }) {
      await stage.endPollWorker();
      await until("the log has the worker's end", () => phase.log().includes('"msg":"poll worker exited'));
      await wait(holdMs);
    },
  },
  {
    name: "the converter is killed",
    async run({ stage, holdMs, phase }) {
      stage.publisher.publish({ hasPhoto: true });
      const find = () => listChildren(stage.site().pid, /convert/i);
      await until("a photo is converted", () => find().length > 0);
      for (const pid of find()) process.kill(pid, "SIGKILL");
      const { length } = phase.log();
      stage.publisher.publish({ hasPhoto: true });
      await until("another photo is converted", () => phase.log().slice(length).includes('"msg":"image stored"'));
      await wait(holdMs);
    },
  },
  {
    name: "all feeds hang",
    async run({ stage: { host, publisher }, holdMs }) {
      for (const section of SECTIONS) host.fault(feedPath(section), { kind: "hang" }, "all");
      publisher.makeAllDue();
      await wait(holdMs);
      for (const section of SECTIONS) host.heal(feedPath(section));
      host.release();
      publisher.makeAllDue();
    },
  },
  {
    name: "all feeds fail, and relays lie",
    async run({ stage: { host, publisher }, holdMs, random }) {
      for (const section of SECTIONS) host.fault(feedPath(section), { kind: "status", status: 500 });
      const relays = host.relays.map(({ url }) => new URL(url).pathname);
      for (const relay of relays) host.fault(relay, pick(WRONG_RESPONSES, random));
      publisher.makeAllDue();
      await wait(holdMs);
      for (const path of [...SECTIONS.map(feedPath), ...relays]) host.heal(path);
      publisher.makeAllDue();
    },
  },
  {
    name: "DNS fails for hours",
    async run({ stage: { nameServer, publisher, file }, holdMs, phase }) {
      publisher.pause(true);
      nameServer.setFailing(true);
      const store = new DatabaseSync(file, { timeout: 5000 });
      try {
        let nextDueMs = 0;
        await until("no feed is reachable", () => {
          const { reachable } = store.prepare(COUNT_REACHABLE).get() as { reachable: number };
          if (reachable > 0 && performance.now() >= nextDueMs) {
            publisher.makeAllDue();
            nextDueMs = performance.now() + KEPT_CONNECTION_MS;
          }
          return reachable === 0;
        });
        // Sets the delays that hours of failures would have caused.
        const nextPollAt = new Date(Date.now() + 5 * HOUR_SECONDS * 1000).toISOString();
        store.prepare("update feeds set failures = 9, next_poll_at = ? where next_poll_at < '9999'").run(nextPollAt);
        await wait(holdMs);
        nameServer.setFailing(false);
        await until("the log has the end of the failure", () => phase.log().includes(FAILURE_ENDED));
        // Each feed is polled within a minute. If this poll fails, the next one is later, so the time limit is long.
        const areAllReachable = () => {
          const { reachable, feeds } = store.prepare(COUNT_REACHABLE).get() as { reachable: number; feeds: number };
          return reachable === feeds;
        };
        await until("all feeds are polled", areAllReachable, RESUME_TIMEOUT_MS);
      } finally {
        store.close();
        nameServer.setFailing(false);
        publisher.pause(false);
      }
    },
  },
  {
    name: "the edition's file is broken",
    async run({ stage: { edition }, holdMs, phase }) {
      const valid = await readFile(edition, "utf8");
      try {
        await writeFile(edition, `${valid}\nsections: [`);
        await until("the log has the error", () => phase.log().includes('"msg":"edition not reloaded'));
        await wait(holdMs);
      } finally {
        await writeFile(edition, valid);
      }
      await until("the edition is loaded again", () => phase.log().includes('"msg":"editions reloaded"'));
    },
  },
  {
    name: `${SLOW_CLIENTS} slow clients hold on`,
    run: ({ stage, holdMs }) => holdSlowClients(stage.url, SLOW_CLIENTS, holdMs),
  },
  {
    name: `${UNCACHED_CLIENTS} clients request uncached pages`,
    run: ({ stage, holdMs }) => requestUncached(stage.url, UNCACHED_CLIENTS, holdMs),
  },
  {
    name: "the clock steps an hour and back",
    getObstacle: ({ setClock }) => (setClock ? null : "libfaketime is not installed (Debian: faketime)"),
    async run({ stage, holdMs, phase }) {
      await stage.setClock?.(HOUR_SECONDS);
      // Waits, since the site compares clocks only once a second.
      await wait(Math.max(holdMs, 2000));
      await stage.setClock?.(0);
      await until("the log has the step back", () => phase.log().includes('"msg":"clock was set back'));
    },
  },
  ALERT_FEED_ATTACKS,
  { name: GENTLE_RESTART, isRestart: true, run: (context) => restart(context, "SIGTERM") },
  { name: "SIGKILL, and a new start", isRestart: true, run: (context) => restart(context, "SIGKILL") },
];

/** Ends the site's process and starts another one. The new process then runs for `holdMs`. */
export async function restart({ stage, readers, holdMs }: Context, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  await readers.expectEnd();
  await stage.restart(signal);
  readers.expectService();
  await wait(holdMs);
}

function fillDisk(file: string): void {
  const filler = openSync(file, "w");
  try {
    for (;;) writeSync(filler, CHUNK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(filler);
  }
}

/** Waits until a condition holds. @throws {Error} after `timeoutMs`, by default 90 s */
export async function until(
  what: string,
  holds: () => boolean | undefined,
  timeoutMs = EFFECT_TIMEOUT_MS,
): Promise<void> {
  for (const startedAt = performance.now(); !holds(); await wait(50))
    if (performance.now() - startedAt > timeoutMs)
      throw new Error(`waited ${timeoutMs / 1000} s in vain until ${what}`);
}
