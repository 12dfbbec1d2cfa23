/**
 * Loaded into a site's process before it (`--import`): on SIGUSR2 it writes how late that process's first thread came to its
 * timers since the last time, as a line on standard error.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on("SIGUSR2", () => {
    const [p50, p99] = [delay.percentile(50) / 1e6, delay.percentile(99) / 1e6];
    process.stderr.write(`${JSON.stringify({ loopDelay: { p50, p99 } })}\n`);
    delay.reset();
  });
}
