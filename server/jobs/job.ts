import type { Logger } from "pino";
import { backoffMs } from "../../core/backoff.ts";

/** Work that runs repeatedly, one run at a time, until it is stopped. */
export interface Job {
  /** Starts a run now, or after the current run. */
  trigger(): void;
  /** Stops the job and aborts the current run's signal; resolves when that run has ended. */
  stop(): Promise<void>;
}

interface Parts {
  /** Name in the log, such as "contact messages". */
  name: string;
  /** Time, in ms, from the end of a successful run to the start of the next run. */
  intervalMs: number;
  /** @param signal aborted when the job is stopped */
  run: (signal: AbortSignal) => Promise<unknown>;
  log: Logger;
  /** True to wait for the first interval instead of running immediately. */
  startsLater?: boolean;
}

/** Maximum time, in ms, from a failed run to the next run. If `intervalMs` is longer, `intervalMs` applies instead. */
const MAX_RETRY_MS = 60_000;

/** Starts a job. Logs errors of a run, and doubles the time to the next run with each consecutive failure. */
export function startJob({ name, intervalMs, run, log, startsLater = false }: Parts): Job {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isTriggered = false;
  let failures = 0;

  async function runOnce(): Promise<void> {
    clearTimeout(timer);
    isTriggered = false;
    try {
      await run(stopping.signal);
      failures = 0;
    } catch (error) {
      failures++;
      log.error({ job: name, err: error, failures, nextRunMs: delayMs() }, "job failed");
    }
    running = null;
    if (stopping.signal.aborted) return;
    if (isTriggered) start();
    else timer = setTimeout(start, delayMs());
  }

  function delayMs(): number {
    return Math.max(intervalMs, backoffMs(failures + 1, { firstMs: intervalMs, maxMs: MAX_RETRY_MS }));
  }

  function start(): void {
    running = runOnce();
  }

  if (startsLater) timer = setTimeout(start, intervalMs);
  else start();

  return {
    trigger() {
      if (stopping.signal.aborted) return;
      if (running) isTriggered = true;
      else start();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
