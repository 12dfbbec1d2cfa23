/**
 * `node tools/testCosts.ts [PATH]…`: CPU time and duration of each test file, in descending order of CPU time.
 * `vitest.config.ts` lists the slowest files by duration. Needs a build; Chromium, at CHROME_PATH or installed by
 * Playwright; and root on Linux. Each test file runs in a PID namespace. Sites and commands that outlive their parent
 * process end with the namespace, so their CPU time is counted, too.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Number of ticks per second, the unit of times in /proc. */
const TICKS_PER_SECOND = 100;
const ROOT = join(import.meta.dirname, "..");

const paths = process.argv.slice(2);
const files = globSync(["tests/**/*.spec.ts", "tests/**/*.test.ts"], { cwd: ROOT }).sort();
const chosen = files.filter((file) => paths.length === 0 || paths.some((path) => file.includes(path)));
const env = { ...process.env, NODE_ENV: "test", NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled") };
const costs: { file: string; seconds: number; wallSeconds: number; isPassed: boolean }[] = [];
for (const file of chosen) {
  const before = readChildTicks();
  const startedAt = performance.now();
  const command = file.endsWith(".spec.ts") ? "playwright" : "vitest";
  const args = command === "vitest" ? ["run", file, "--maxWorkers=1"] : ["test", file, "--workers=1"];
  const all = ["--pid", "--fork", "--mount-proc", join(ROOT, "node_modules/.bin", command), ...args];
  const child = spawn("unshare", all, { cwd: ROOT, env, stdio: "ignore" });
  const [status] = await once(child, "exit");
  const wallSeconds = (performance.now() - startedAt) / 1000;
  costs.push({ file, seconds: (readChildTicks() - before) / TICKS_PER_SECOND, wallSeconds, isPassed: status === 0 });
  process.stderr.write(`${costs.length} of ${chosen.length}: ${file}\n`);
}
for (const { file, seconds, wallSeconds, isPassed } of costs.sort((a, b) => b.seconds - a.seconds))
  process.stdout.write(
    `${formatSeconds(seconds)} of CPU ${formatSeconds(wallSeconds)} in all  ${file}${isPassed ? "" : " (failed)"}\n`,
  );

function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(6)} s`;
}

/** Returns the CPU time, in ticks, of all descendant processes that have ended. */
function readChildTicks(): number {
  // The name of the process, in parentheses, may contain spaces.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const [user, system] = fields.slice(13, 15).map(Number);
  return (user ?? 0) + (system ?? 0);
}
