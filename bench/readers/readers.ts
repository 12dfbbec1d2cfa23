import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ReaderInput, ReaderReport, ToReaders } from "./readerThread.ts";

export interface Readers {
  /** Counts later requests under a name. */
  startPhase(name: string): void;
  /** Announces that the server is about to be ended. Resolves when a failed request counts as refused. */
  expectEnd(): Promise<void>;
  /** Announces that the server has been started again. */
  expectService(): void;
  /** Returns the counts of all phases so far. */
  report(): Promise<ReaderReport>;
  stop(): Promise<void>;
}

/** Starts requesting pages. */
export function startReaders(input: ReaderInput): Readers {
  const worker = new Worker(new URL("./readerThread.ts", import.meta.url), { workerData: input });
  const tell = (message: ToReaders) => worker.postMessage(message);
  return {
    startPhase: (name) => tell({ kind: "phase", name }),
    async expectEnd() {
      const noted = once(worker, "message");
      tell({ kind: "down" });
      await noted;
    },
    expectService: () => tell({ kind: "up" }),
    async report() {
      const reported = once(worker, "message");
      tell({ kind: "report" });
      const [report] = (await reported) as [ReaderReport];
      return report;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
