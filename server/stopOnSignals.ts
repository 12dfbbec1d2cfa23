import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Health } from "./health/health.ts";

interface Parts {
  /**
   * Time, in seconds, for which the server still handles requests while its health checks fail, so that load balancers
   * stop using it.
   */
  drainSeconds: number;
  health: Pick<Health, "isStopping" | "stop">;
  /** Stops all work that no request waits for, and ends its child processes. */
  stopBackground: () => Promise<void>;
  /** Stops accepting connections; resolves when the requests in flight have ended. */
  stopListening: () => Promise<void>;
  /** Closes everything else. */
  close: () => Promise<void>;
  log: Logger;
}

/** Signals that stop the server. Without a listener, SIGHUP would end the process immediately, and abort requests. */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** Longest time, in ms, for which ending background work, such as sending a mail, may delay the end of the listener. */
const BACKGROUND_GRACE_MS = 10_000;

/**
 * On a signal, waits for `drainSeconds` and stops all parts: first background work, during which requests are still
 * handled, and then the listener, so that connections are rejected for as short a time as possible. Then ends the
 * process. A second signal ends the wait.
 */
export function stopOnSignals({ drainSeconds, health, log, ...parts }: Parts): void {
  const drained = Promise.withResolvers<void>();
  for (const signal of SIGNALS)
    process.on(signal, async () => {
      if (health.isStopping()) return drained.resolve();
      health.stop();
      log.info({ signal, drainSeconds }, "stopping");
      if (drainSeconds > 0) {
        setTimeout(drained.resolve, drainSeconds * 1000);
        await drained.promise;
      }
      await stop().catch((error) => log.error({ err: error }, "not stopped cleanly"));
      log.info("stopped");
      process.exit(0);
    });

  async function stop(): Promise<void> {
    const background = parts
      .stopBackground()
      .catch((error) => log.error({ err: error }, "background work not stopped cleanly"));
    // Unreferenced, since the timer may outlast the site: the tests check that a stopped site leaves nothing open.
    await Promise.race([background, wait(BACKGROUND_GRACE_MS, undefined, { ref: false })]);
    await parts.stopListening();
    await background;
    await parts.close();
  }
}
