import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ReaderCommand, ReaderInput, ReaderReport } from "./readerThread.ts";

/** Name of the phases without a fault. The totals leave out phases whose names are in parentheses. */
export const AT_REST = "(at rest)";

export interface Readers {
  /** Counts later requests under a new name. */
  startPhase(name: string): void;
  /** Announces the end of the server. Resolves once failed requests count as refused, not as violations. */
  expectEnd(): Promise<void>;
  /** Announces that the server has been started again. */
  expectService(): void;
  /** Returns the counts of all phases so far. */
  report(): Promise<ReaderReport>;
  stop(): Promise<void>;
}

/**
 * Maximum time, in ms, that a reader waits for a response. A short run may share a busy machine with other tests. Its
 * limit is so high that only lost responses exceed it.
 */
const TIMEOUT_MS = { long: 30_000, short: 150_000 };

export function startReaders(input: Omit<ReaderInput, "timeoutMs">, run: keyof typeof TIMEOUT_MS): Readers {
  const worker = new Worker(new URL("./readerThread.ts", import.meta.url), {
    workerData: { ...input, timeoutMs: TIMEOUT_MS[run] },
  });
  const post = (message: ReaderCommand) => worker.postMessage(message);
  return {
    startPhase: (name) => post({ kind: "phase", name }),
    async expectEnd() {
      const noted = once(worker, "message");
      post({ kind: "down" });
      await noted;
    },
    expectService: () => post({ kind: "up" }),
    async report() {
      const reported = once(worker, "message");
      post({ kind: "report" });
      const [report] = (await reported) as [ReaderReport];
      return report;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
