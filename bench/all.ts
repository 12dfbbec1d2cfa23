/**
 * `npm run bench [-- --record]`: runs the benchmarks one after the other. `--record` writes their output to
 * bench/results/, and writes docs/performance.md from the newest run without a failure.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BENCHMARKS } from "./benchmarks.ts";
import { describeMachineAndLoad } from "./machine.ts";
import { formatCommand, formatPerformancePage, RESULTS, type RecordedRun } from "./performancePage.ts";

const { values } = parseArgs({ options: { record: { type: "boolean", default: false } } });

const run: RecordedRun = {
  startedAt: new Date().toISOString(),
  commit: execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim(),
  machine: describeMachineAndLoad(),
  benchmarks: [],
};
for (const { title, run: command } of BENCHMARKS) {
  const startedAt = performance.now();
  const output = await runBenchmark(command);
  if (output === null) {
    process.stderr.write(`bench/${command[0]} failed; the next benchmarks go on.\n`);
    process.exitCode = 1;
    continue;
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  run.benchmarks.push({ title, command: formatCommand(command), seconds, output });
}
if (values.record) {
  const name = `${run.startedAt.slice(0, 16).replaceAll(":", "")}-${run.commit}.json`;
  await writeFile(join(RESULTS, name), `${JSON.stringify(run, null, 2)}\n`);
  await writeFile(join(import.meta.dirname, "../docs/performance.md"), await formatPerformancePage());
}

/** Runs a benchmark and prints its output. Returns the output; null if the benchmark fails. */
async function runBenchmark([file = "", ...options]: readonly string[]): Promise<string | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    process.stdout.write(chunk);
    output += chunk;
  });
  const [status] = await once(child, "close");
  return status === 0 ? output.trim() : null;
}
