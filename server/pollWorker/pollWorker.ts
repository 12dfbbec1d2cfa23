import { Worker } from "node:worker_threads";
import type { DestinationStream, Logger } from "pino";
import { type Backoff, backoffMs } from "../../core/backoff.ts";
import type { Config } from "../config.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { Editions } from "../editions/loading/registry.ts";
import { followFeeds } from "../feeds/followedFeeds.ts";
import type { FreeDisk } from "../health/freeDisk.ts";
import type { StoreDamage } from "../health/storeDamage.ts";
import type { Job } from "../jobs/job.ts";
import type { ErrorCodes } from "../store/engines/damage.ts";
import type { Database } from "../store/schema/schema.ts";
import type { Term } from "../store/session.ts";

/** Configuration variables that the worker gets. Of these, only `DATABASE_URL` may contain a password. */
const WORKER_VARIABLES = [
  "ALLOW_PRIVATE_HOSTS",
  "ARTICLES_KEEP_DAYS",
  "EDITOR_LOG_KEEP_DAYS",
  "DATA_DIR",
  "DATABASE_URL",
  "DNS_SERVERS",
  "LOG_LEVEL",
  "ROLES",
] as const satisfies (keyof Config)[];
type WorkerConfig = Pick<Config, (typeof WORKER_VARIABLES)[number]>;

export interface WorkerInput {
  config: WorkerConfig;
  editions: readonly Edition[];
  hasRoomForBodies: boolean;
  /** Leader's term during which this node polls; null while another node polls. */
  term: Term | null;
  /** True if the followed feeds were stored since this node's term began. */
  isFollowing: boolean;
}

/** Returns the worker's environment. Leaves out variables that Node does not need, since they may contain passwords. */
function pickNodeVariables(): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  return {
    // The processes that the worker starts need these variables.
    ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }),
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    ...(NODE_OPTIONS && { NODE_OPTIONS }),
  };
}

/** Message from the main thread to the worker. */
export type ToWorker =
  | { kind: "editions"; editions: readonly Edition[] }
  /** The pages that show the poll's result have been rendered. */
  | { kind: "published"; poll: number }
  /** `hasRoom` is false while the disk is too full for the bodies of new articles. */
  | { kind: "bodies"; hasRoom: boolean }
  | { kind: "term"; term: Term | null }
  /** The followed feeds were stored. The worker may poll new feeds, and delete stories of feeds that nobody follows. */
  | { kind: "following" }
  /** The store has changed, so the search index must be updated. */
  | { kind: "changes" }
  | { kind: "stop" };

/** Message from the worker to the main thread. */
export type FromWorker =
  /** The result of a poll was stored. */
  | { kind: "polled"; poll: number }
  | { kind: "log"; line: string }
  /** A statement on the store has failed. */
  | { kind: "storeError"; error: ErrorCodes }
  /** The file of the store is damaged. */
  | { kind: "damage"; fault: string };

interface Parts {
  config: Config;
  editions: Pick<Editions, "all" | "onChange">;
  freeDisk: Pick<FreeDisk, "hasRoomForBodies" | "onChange">;
  damage: Pick<StoreDamage, "observe" | "report">;
  log: Logger;
  /** Destination of the thread's log lines. */
  output: DestinationStream;
  timing?: Timing;
}

interface Timing {
  /** Delays before a thread that exited is started again. */
  restart: Backoff;
  /** If a thread has run for at least this time, in ms, its exit resets the backoff to the first delay. */
  healthyMs: number;
  /** Longest time, in ms, that running polls may delay the end of the process. */
  graceMs: number;
}

const TIMING: Timing = { restart: { firstMs: 1000, maxMs: 60_000 }, healthyMs: 60_000, graceMs: 10_000 };
/** Heap limit, in MB: several times the thread's need for the largest feeds. Another process parses the feeds. */
const MAX_HEAP_MB = 256;

/**
 * Creates a thread that indexes stories for search and, while this node leads, polls feeds. This work would otherwise
 * block the thread that responds to requests.
 */
export function createPollWorker(parts: Parts) {
  const { config, editions, freeDisk, damage, log, output, timing = TIMING } = parts;
  const exited = Promise.withResolvers<void>();
  let onPolled: () => Promise<void> = async () => {};
  let worker: Worker | null = null;
  let restart: NodeJS.Timeout | undefined;
  let exits = 0;
  let isStopping = false;
  let leading: { database: Database; term: Term; isFollowing: boolean } | null = null;

  editions.onChange(async () => {
    // Stores the followed feeds before sending the message. The message makes the worker delete expired stories, and
    // the stored feeds determine which stories have expired.
    await follow().catch((error) => log.error({ err: error }, "feeds of changed editions not stored"));
    send({ kind: "editions", editions: editions.all() });
  });

  freeDisk.onChange(() => send({ kind: "bodies", hasRoom: freeDisk.hasRoomForBodies() }));

  async function follow(): Promise<void> {
    if (leading) await followFeeds(leading.database, editions.all(), new Date().toISOString());
  }

  function startThread(): void {
    const startedAt = performance.now();
    let fault: Error | undefined;
    const workerConfig = Object.fromEntries(WORKER_VARIABLES.map((name) => [name, config[name]])) as WorkerConfig;
    worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: {
        config: workerConfig,
        editions: editions.all(),
        hasRoomForBodies: freeDisk.hasRoomForBodies(),
        term: leading?.term ?? null,
        isFollowing: leading?.isFollowing ?? false,
      } satisfies WorkerInput,
      env: pickNodeVariables(),
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 16 },
    });
    worker.on("message", receive);
    worker.on("error", (error: Error) => {
      fault = error;
    });
    worker.on("exit", () => {
      worker = null;
      if (isStopping) return exited.resolve();
      if (performance.now() - startedAt > timing.healthyMs) exits = 0;
      const restartDelayMs = backoffMs(++exits, timing.restart);
      log.error({ err: fault, restartDelayMs }, "poll worker exited; restarting");
      restart = setTimeout(startThread, restartDelayMs);
    });
  }

  function send(message: ToWorker): void {
    worker?.postMessage(message);
  }

  function receive(message: FromWorker): void {
    if (message.kind === "log") return void output.write(message.line);
    if (message.kind === "storeError") return void damage.observe(message.error);
    if (message.kind === "damage") return void damage.report(message.fault);
    onPolled()
      .catch((error) => log.error({ err: error }, "poll notification failed"))
      .finally(() => send({ kind: "published", poll: message.poll }));
  }

  return {
    /** Starts the thread. Calls `listener` after each poll. The poll ends when the listener's promise settles. */
    start(listener: typeof onPolled): void {
      onPolled = listener;
      startThread();
    },
    /**
     * Starts polling, and then stores the followed feeds in the database. Storing ten thousand feeds takes a second.
     * Polling need not wait for this, since the previous leader has already stored most of the feeds.
     */
    async lead(database: Database, term: Term): Promise<Pick<Job, "stop">> {
      const own = { database, term, isFollowing: false };
      leading = own;
      send({ kind: "term", term });
      try {
        await follow();
      } catch (error) {
        stop();
        throw error;
      }
      own.isFollowing = true;
      if (leading === own) send({ kind: "following" });
      return { stop: async () => stop() };

      function stop(): void {
        if (leading !== own) return;
        leading = null;
        send({ kind: "term", term: null });
      }
    },
    storeChanged: () => send({ kind: "changes" }),
    /** Returns false while the thread is not running, for example between its exit and its restart. */
    isAlive: () => worker !== null,
    /** Stops polling; resolves when the thread has ended. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(restart);
      if (!worker) return;
      send({ kind: "stop" });
      const overdue = setTimeout(() => void worker?.terminate(), timing.graceMs);
      await exited.promise;
      clearTimeout(overdue);
    },
  };
}
