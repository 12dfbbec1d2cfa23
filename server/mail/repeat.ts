import type { Logger } from "pino";

interface Job {
  /** Names the job in the log. */
  name: string;
  intervalMs: number;
  /** Runs one pass; the signal is aborted when the job is stopped. */
  run(signal: AbortSignal): Promise<void>;
  log: Logger;
}

/** Work that is repeated until it is stopped. */
export interface RepeatedJob {
  /** Starts a pass now, or right after the running one. */
  trigger(): void;
  /** Aborts the running pass and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Runs a job at once and then at an interval, one pass at a time. Errors are logged, and the next pass comes as usual. */
export function repeat({ name, intervalMs, run, log }: Job): RepeatedJob {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let isTriggered = false;
  const timer = setInterval(trigger, intervalMs);
  trigger();

  function trigger(): void {
    if (isTriggered) return;
    isTriggered = true;
    running = running.then(start).catch((error) => log.error({ err: error, job: name }, "job failed"));
  }

  async function start(): Promise<void> {
    isTriggered = false;
    if (!stopping.signal.aborted) await run(stopping.signal);
  }

  return {
    trigger,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
