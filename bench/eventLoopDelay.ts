/**
 * Measures the event loop's delay in a site's process, which loads this file by `--import`. On SIGUSR2, writes a line
 * of JSON to standard error. The line has numbers, in ms, for the time since the previous signal: the median, the 99th
 * percentile and the maximum of the delay, and the main thread's longest CPU time between two readings.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** Interval, in ms, of readings of CPU time. Unlike the delay, CPU time does not grow with the machine's other work. */
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
