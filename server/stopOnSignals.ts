import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Health } from "./health/health.ts";

interface Parts {
  /** Seconds for which health checks fail but requests still succeed, so that load balancers stop using the server. */
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
/** Maximum time, in ms, for which the server still accepts connections while its background work ends. */
const BACKGROUND_GRACE_MS = 10_000;

/**
 * On a signal, waits for `drainSeconds`, stops all parts, and ends the process. Stops background work first, while
 * requests are still handled, so connections are rejected only for a short time. A second signal ends the wait.
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
    // Unreferences the timer, which may outlast the background work. Tests run several sites in one process, and a site
    // must leave nothing open in that process (`tests/support/siteHost.ts`).
    await Promise.race([background, wait(BACKGROUND_GRACE_MS, undefined, { ref: false })]);
    await parts.stopListening();
    await background;
    await parts.close();
  }
}
