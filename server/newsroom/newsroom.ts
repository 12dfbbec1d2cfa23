import { Worker } from "node:worker_threads";
import type { DestinationStream, Logger } from "pino";
import type { Config } from "../config.ts";
import type { Editions } from "../editions/registry.ts";
import { type Following, followFeeds } from "../feeds/follow.ts";
import type { Database } from "../store/open.ts";
import type { FromNewsroom, Opening, Polled, ToNewsroom } from "./messages.ts";

/** The thread that fetches and stores what feeds bring, beside the one that answers readers. */
export interface Newsroom {
  /** Stops polling, and returns when nothing is under way any more and the thread's connections are closed. */
  stop(): Promise<void>;
}

interface Parts {
  config: Config;
  editions: Pick<Editions, "all" | "onChange">;
  database: Database;
  log: Logger;
  /** Where the thread's lines of the log go. */
  output: DestinationStream;
  /** Told when the store has what a poll brought; the poll has ended when readers see that. */
  onPolled(polled: Polled): Promise<void>;
}

/** Twenty-four of the largest feeds at once take a third of this. */
const LARGEST_HEAP_MB = 192;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** A thread that lived for so long is not taken for one that cannot live. */
const SOUND_MS = 60_000;
/** How long polls under way may hold up the end of the process. */
const GRACE_MS = 10_000;

/** Starts the thread; one that dies is started again, after a longer and longer wait where it keeps dying. */
export async function startNewsroom({ config, editions, database, log, output, onPolled }: Parts): Promise<Newsroom> {
  const ended = Promise.withResolvers<void>();
  let worker: Worker | null = null;
  let waiting: NodeJS.Timeout | undefined;
  let waitMs = FIRST_WAIT_MS;
  let isStopping = false;

  await follow();
  editions.onChange(async () => {
    await follow().catch((error) =>
      log.error({ err: error }, "the feeds of changed editions are not polled: the store did not take them"),
    );
    tell({ kind: "editions", editions: following() });
  });
  begin();

  function follow(): Promise<void> {
    return followFeeds(database, editions.all(), new Date().toISOString());
  }

  function following(): Following[] {
    return editions.all().map(({ id, hero, sections, relays, ports, samplesBySlug }) => ({
      ...{ id, hero, sections, relays, ports, samplesBySlug },
    }));
  }

  function tell(message: ToNewsroom): void {
    worker?.postMessage(message);
  }

  function begin(): void {
    const opening: Opening = { config, editions: following() };
    const started = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: opening,
      resourceLimits: { maxOldGenerationSizeMb: LARGEST_HEAP_MB, maxYoungGenerationSizeMb: 16 },
    });
    const startedAt = performance.now();
    let fault: Error | undefined;
    worker = started;
    started.on("message", hear);
    started.on("error", (error: Error) => {
      fault = error;
    });
    started.on("exit", () => {
      worker = null;
      if (isStopping) return ended.resolve();
      if (performance.now() - startedAt > SOUND_MS) waitMs = FIRST_WAIT_MS;
      log.error({ err: fault, waitMs }, "the newsroom's thread died: feeds wait until it is started again");
      waiting = setTimeout(begin, waitMs);
      waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs);
    });
  }

  function hear(message: FromNewsroom): void {
    if (message.kind === "line") output.write(message.line);
    else
      onPolled(message)
        .catch((error) => log.error({ err: error }, "what a feed brought was not told"))
        .finally(() => tell({ kind: "shown", poll: message.poll }));
  }

  return {
    async stop() {
      isStopping = true;
      clearTimeout(waiting);
      if (!worker) return;
      tell({ kind: "stop" });
      const overdue = setTimeout(() => void worker?.terminate(), GRACE_MS);
      await ended.promise;
      clearTimeout(overdue);
    },
  };
}
