// Measures the machine's speed once per run of the tests. Tests multiply their time limits by the result, so that they
// also pass on a slow or busy machine.
import { availableParallelism, loadavg } from "node:os";

/** Environment variable that passes the factor to the processes of the tests. */
const VARIABLE = "MACHINE_FACTOR";
/** CPU time of `work`, in ms, on the machine for which the time limits are written: one core of a server of 2026. */
const USUAL_MS = 10;
const WARM_UP_RUNS = 6;
const RUNS = 10;
/** Upper bound of the factor, so that a test that hangs still fails within a reasonable time. */
const MAX_FACTOR = 10;

/** Returns the number by which time limits are multiplied: 1 on a quick machine without other work, up to 10. */
export function getMachineFactor() {
  process.env[VARIABLE] ??= measureFactor().toFixed(1);
  return Number(process.env[VARIABLE]);
}

/**
 * Returns a time limit for this machine, in ms.
 *
 * @param {number} ms limit that suits a quick machine on which only the tests run
 */
export function scaleLimit(ms) {
  return Math.ceil(ms * getMachineFactor());
}

function measureFactor() {
  for (let run = 0; run < WARM_UP_RUNS; run++) work();
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  for (let run = 0; run < RUNS; run++) work();
  const elapsed = (performance.now() - startedAt) / RUNS / USUAL_MS;
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / RUNS / USUAL_MS;
  // Elapsed time shows only other work at this moment; the load average shows the work of the last minute.
  const busy = cpu * (1 + loadavg()[0] / availableParallelism());
  return Math.min(MAX_FACTOR, Math.max(1, elapsed, busy));
}

/** Builds, writes, parses and searches objects, as the tests and the site do. */
function work() {
  const rows = Array.from({ length: 400 }, (_, id) => ({
    ...{
      id,
      title: `Story ${id}`,
      tags: ["local", "news", String(id % 7)],
      text: "News from the lakefront. ".repeat(4),
    },
  }));
  let length = 0;
  for (let round = 0; round < 40; round++)
    for (const { title, text } of JSON.parse(JSON.stringify(rows)))
      if (/[3-7]$/.test(title)) length += text.toUpperCase().length;
  return length;
}
