/**
 * Reports the event loop's delay of a site's process, which loads this file with `--import`. On SIGUSR2, writes the delay
 * of the main thread's timers since the last signal, and the longest CPU time between two of them, in ms, as one line of
 * JSON to standard error.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** Interval at which CPU time is read. On a busy machine, unlike the delay, it does not grow with the other processes. */
const CPU_INTERVAL_MS = 5;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let longestCpu = 0;
  let readBefore = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(readBefore);
    readBefore = process.threadCpuUsage();
    longestCpu = Math.max(longestCpu, (user + system) / 1000);
  }, CPU_INTERVAL_MS).unref();
  process.on("SIGUSR2", () => {
    const [p50, p99, max] = [delay.percentile(50) / 1e6, delay.percentile(99) / 1e6, delay.max / 1e6];
    process.stderr.write(`${JSON.stringify({ eventLoopDelay: { p50, p99, max, longestCpu } })}\n`);
    delay.reset();
    longestCpu = 0;
  });
}
