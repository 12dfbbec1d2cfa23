import { Worker } from "node:worker_threads";
import type { Question } from "./parseWorker.ts";
import type { FeedSource, ReadFeed } from "./readFeed.ts";
import { UnreadableFeed } from "./unreadable.ts";

/** Reads feeds beside the thread that answers readers, so that a large feed never makes a page wait. */
export interface Reader {
  /**
   * @param body is handed over and cannot be used afterwards
   * @throws {UnreadableFeed} where the bytes are no feed, or reading them takes too long or too much memory
   */
  read(body: Uint8Array<ArrayBuffer>, source: FeedSource): Promise<ReadFeed>;
  close(): Promise<void>;
}

type Answer = { id: number; isBegun?: boolean; read?: ReadFeed; reason?: string };

interface Job {
  question: Question;
  resolve: (read: ReadFeed) => void;
  reject: (error: Error) => void;
}

/** The largest recorded feed takes a twentieth of this. */
const LONGEST_MS = 5000;
const LARGEST_HEAP_MB = 48;
/** On a machine that is busy a thread may take long to start, which says nothing of the feed. */
const STARTING_MS = 60_000;
/** An idle thread gives its memory back. */
const IDLE_MS = 60_000;

/** Opens a thread that reads one feed after another. One that does not come back is ended and replaced. */
export function openReader(): Reader {
  const waiting: Job[] = [];
  let current: Job | null = null;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  function startWorker(): Worker {
    const started = new Worker(new URL("./parseWorker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: LARGEST_HEAP_MB, maxYoungGenerationSizeMb: 8 },
    });
    started.unref();
    started.on("message", ({ id, isBegun, read, reason = "" }: Answer) => {
      if (id !== current?.question.id) return;
      if (isBegun) giveUpAfter(LONGEST_MS);
      else settle(read ?? new UnreadableFeed(reason));
    });
    started.on("error", (error: NodeJS.ErrnoException) => {
      if (started !== worker) return;
      worker = null;
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      settle(
        new UnreadableFeed(isMemory ? "Reading it takes too much memory." : `Reading it failed: ${error.message}.`),
      );
    });
    return started;
  }

  function endWorker(): void {
    void worker?.terminate();
    worker = null;
  }

  function settle(outcome: ReadFeed | Error): void {
    clearTimeout(timer);
    const job = current;
    current = null;
    if (outcome instanceof Error) job?.reject(outcome);
    else job?.resolve(outcome);
    next();
  }

  function next(): void {
    if (current || closed) return;
    const job = waiting.shift();
    if (!job) {
      timer = setTimeout(endWorker, IDLE_MS).unref();
      return;
    }
    current = job;
    worker ??= startWorker();
    worker.postMessage(job.question, [job.question.body.buffer]);
    giveUpAfter(STARTING_MS);
  }

  function giveUpAfter(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      endWorker();
      settle(new UnreadableFeed(`Reading it takes longer than ${ms / 1000} s.`));
    }, ms);
  }

  return {
    read: (body, source) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new UnreadableFeed("The reader is closed."));
        waiting.push({ question: { id: ++lastId, body, source }, resolve, reject });
        next();
      }),
    async close() {
      closed = true;
      clearTimeout(timer);
      for (const job of [...(current ? [current] : []), ...waiting.splice(0)])
        job.reject(new UnreadableFeed("The reader is closed."));
      current = null;
      await worker?.terminate();
    },
  };
}
