/**
 * Reports the event loop's delay of a site's process, which loads this file with `--import`. On SIGUSR2, writes the delay
 * of the main thread's timers since the last signal, in ms, as one line of JSON to standard error.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on("SIGUSR2", () => {
    const [p50, p99] = [delay.percentile(50) / 1e6, delay.percentile(99) / 1e6];
    process.stderr.write(`${JSON.stringify({ eventLoopDelay: { p50, p99 } })}\n`);
    delay.reset();
  });
}
