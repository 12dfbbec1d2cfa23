import type { Logger } from "pino";
import type { Health } from "./health/health.ts";

interface Parts {
  /**
   * Time for which the server still answers requests while its health checks fail, so that load balancers stop using
   * it.
   */
  drainSeconds: number;
  health: Pick<Health, "isStopping" | "stop">;
  stop: () => Promise<void>;
  log: Logger;
}

/** On SIGTERM or SIGINT, waits for `drainSeconds`, calls `stop` and ends the process. A second signal ends the wait. */
export function stopOnSignals({ drainSeconds, health, stop, log }: Parts): void {
  const drained = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
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
}
