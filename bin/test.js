// npm test: installs what is needed, builds, and runs every check and every test. The last line is "N passed, N failed".
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { findBrowser } from "./browser.js";
import { findPlaywrightFailures, findVitestFailures, formatFailure } from "./failures.js";
import { build, install, node, projectEnvironment, root, say } from "./setup.js";

const RESULTS = join(root, "test-results");

// A worker installs packages while the main thread installs and builds.
const systemPackages = once(new Worker(new URL("./systemPackages.js", import.meta.url)), "exit");
install();
build();
await systemPackages;
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const env = projectEnvironment({
  CHROME_PATH: findBrowser(),
  NODE_ENV: "test",
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(RESULTS, "playwright.json"),
});

const counts = { passed: 0, failed: 0, skipped: 0 };
/** @type {import("./failures.js").Failure[]} */
const failures = [];
// The suites run at the same time, each with more workers than cores, since tests mostly wait for processes and pages.
// Vitest has more work and gets more workers, so that both suites end at about the same time.
const cores = Math.max(2, Math.ceil(availableParallelism() / 2));
const workers = { vitest: cores + 2, playwright: cores };
const report = `--outputFile.json=${join(RESULTS, "vitest.json")}`;
await Promise.all([
  runSuite(
    "vitest",
    ["run", `--maxWorkers=${workers.vitest}`, "--reporter=default", "--reporter=json", report],
    countVitest,
    findVitestFailures,
  ),
  runSuite(
    "playwright",
    ["test", `--workers=${workers.playwright}`, "--reporter=list,json"],
    countPlaywright,
    findPlaywrightFailures,
  ),
  runCheck("format and lint", "biome", ["check", "--error-on-warnings", "."]),
  runCheck("routes' types", node, ["node_modules/@react-router/dev/bin.cjs", "typegen"]).then(() =>
    runCheck("types", "tsc", []),
  ),
  runCheck("nothing unused", "knip", []),
  runCheck("floors", node, ["tools/floors.ts"]),
  runCheck("patterns", node, ["tools/patterns.ts"]),
]);

if (counts.skipped > 0) say(`${counts.skipped} skipped, for the reasons above`);
// Failures are repeated at the end of the log, which is read first.
for (const failure of failures) say(`FAILED  ${formatFailure(failure)}`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** Runs a check, which passes or fails as a whole. Its output is printed only if it fails. */
async function runCheck(name, command, args) {
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
  const [status] = await once(child, "close");
  if (status === 0) counts.passed++;
  else {
    counts.failed++;
    process.stdout.write(output);
    failures.push({ file: command, name, message: output });
  }
  say(`${status === 0 ? "ok" : "FAILED"}  ${name}`);
}

/** Runs a test suite and adds up its results. A suite that ends with an error but without results is one failure. */
async function runSuite(command, args, count, findFailures) {
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
  const [status] = await once(child, "exit");
  say(`${command} took ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const file = join(RESULTS, `${command}.json`);
  const results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  const { passed, failed, skipped } = results ? count(results) : { passed: 0, failed: 0, skipped: 0 };
  const found = results ? findFailures(results) : [];
  if (status !== 0 && found.length === 0)
    found.push({ file: command, name: "the whole suite", message: `it ended with status ${status}` });
  failures.push(...found);
  counts.passed += passed;
  counts.skipped += skipped;
  counts.failed += Math.max(failed, found.length);
}

function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

function countPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
