import type { Logger } from "pino";

/** Work that runs again and again, one run at a time, until it is stopped. */
export interface Job {
  /** Runs now, or once more after the present run. */
  trigger(): void;
  /** Stops; resolves when a running run has ended. */
  stop(): Promise<void>;
}

interface Parts {
  /** For the log: "contact messages". */
  name: string;
  /** Time from the end of one run to the start of the next. */
  intervalMs: number;
  run: () => Promise<unknown>;
  log: Logger;
  /** True to wait for the first interval instead of running at once. */
  startsLater?: boolean;
}

/** Longest time between two runs while they fail, unless the interval itself is longer. */
const MAX_RETRY_MS = 5 * 60_000;

/**
 * Starts a job. An error in a run is logged and never ends the process; the time to the next run doubles with each failure
 * in a row.
 */
export function startJob({ name, intervalMs, run, log, startsLater = false }: Parts): Job {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isTriggered = false;
  let isStopped = false;
  let failures = 0;

  async function runOnce(): Promise<void> {
    clearTimeout(timer);
    isTriggered = false;
    try {
      await run();
      failures = 0;
    } catch (error) {
      failures++;
      log.error({ job: name, err: error, failures, nextRunMs: delayMs() }, "job failed");
    }
    running = null;
    if (isStopped) return;
    if (isTriggered) start();
    else timer = setTimeout(start, delayMs());
  }

  function delayMs(): number {
    return Math.max(intervalMs, Math.min(MAX_RETRY_MS, intervalMs * 2 ** failures));
  }

  function start(): void {
    running = runOnce();
  }

  if (startsLater) timer = setTimeout(start, intervalMs);
  else start();

  return {
    trigger() {
      if (isStopped) return;
      if (running) isTriggered = true;
      else start();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
