import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { FromNewsroom, Opening, ToNewsroom } from "./messages.ts";

/** The newsroom's thread, as the thread that answers readers knows it. */
export interface Thread {
  begin(): void;
  /** @returns whether there is a thread; one that is started later begins with what holds then */
  tell(message: ToNewsroom): boolean;
  /** Ends a thread that does not answer, so that another one is started. */
  end(): void;
  /** Lets it end what is under way, and returns when it is gone. */
  stop(): Promise<void>;
}

interface Parts {
  opening: () => Opening;
  hear(message: FromNewsroom): void;
  onDeath(): void;
  log: Logger;
  pace: Pace;
}

/** How long what takes, in milliseconds. */
export interface Pace {
  /** Until a thread that died is started again; then twice as long each time, up to the longest. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** A thread that lived for so long is not taken for one that cannot live. */
  soundMs: number;
  /** How long polls under way may hold up the end of the process. */
  graceMs: number;
  /** A page takes some ten. A thread that has not made one in so long polls nothing either, and is ended. */
  pageMs: number;
}

/** What feeds and pages take, several times over. */
const LARGEST_HEAP_MB = 256;

/** A thread that dies is started again, after a longer and longer wait where it keeps dying. */
export function openThread({ opening, hear, onDeath, log, pace }: Parts): Thread {
  const gone = Promise.withResolvers<void>();
  let worker: Worker | null = null;
  let waiting: NodeJS.Timeout | undefined;
  let waitMs = pace.firstWaitMs;
  let isStopping = false;

  function begin(): void {
    const startedAt = performance.now();
    let fault: Error | undefined;
    worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: opening(),
      resourceLimits: { maxOldGenerationSizeMb: LARGEST_HEAP_MB, maxYoungGenerationSizeMb: 16 },
    });
    worker.on("message", hear);
    worker.on("error", (error: Error) => {
      fault = error;
    });
    worker.on("exit", () => {
      worker = null;
      if (isStopping) return gone.resolve();
      if (performance.now() - startedAt > pace.soundMs) waitMs = pace.firstWaitMs;
      log.error({ err: fault, waitMs }, "the newsroom's thread died: no feed is polled until it is started again");
      waiting = setTimeout(begin, waitMs);
      waitMs = Math.min(pace.longestWaitMs, 2 * waitMs);
      onDeath();
    });
  }

  return {
    begin,
    tell(message) {
      worker?.postMessage(message);
      return worker !== null;
    },
    end: () => void worker?.terminate(),
    async stop() {
      isStopping = true;
      clearTimeout(waiting);
      if (!worker) return;
      worker.postMessage({ kind: "stop" } satisfies ToNewsroom);
      const overdue = setTimeout(() => void worker?.terminate(), pace.graceMs);
      await gone.promise;
      clearTimeout(overdue);
    },
  };
}
