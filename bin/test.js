// npm test: sets up and runs every check and every test. The last line is "N passed, N failed".
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "./browser.js";
import { findPlaywrightFailures, findVitestFailures, formatFailure } from "./failures.js";
import { installRadioPackages } from "./radioPackages.js";
import { build, install, node, projectEnvironment, root, say } from "./setup.js";

const RESULTS = join(root, "test-results");

install();
build();
installRadioPackages();
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
runCheck("format and lint", "biome", ["check", "--error-on-warnings", "."]);
runCheck("routes' types", node, ["node_modules/@react-router/dev/bin.cjs", "typegen"]);
runCheck("types", "tsc", []);
runCheck("nothing unused", "knip", []);
runCheck("floors", node, ["tools/floors.ts"]);
runSuite(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${join(RESULTS, "vitest.json")}`],
  countVitest,
  findVitestFailures,
);
runSuite("playwright", ["test", "--reporter=list,json"], countPlaywright, findPlaywrightFailures);

if (counts.skipped > 0) say(`${counts.skipped} skipped; the reasons are above`);
// Repeated at the end, since some CI systems show only the end of a log.
for (const failure of failures) say(`FAILED  ${formatFailure(failure)}`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** Runs a check, which counts as one test, and prints its output if it fails. */
function runCheck(name, command, options) {
  const { status, stdout, stderr } = spawnSync(command, options, { cwd: root, env, encoding: "utf8" });
  if (status === 0) counts.passed++;
  else {
    counts.failed++;
    const output = `${stdout ?? ""}${stderr ?? ""}`;
    process.stdout.write(output);
    failures.push({ file: command, name, message: output });
  }
  say(`${status === 0 ? "ok" : "FAILED"}  ${name}`);
}

/** Runs a suite of tests. A suite that fails without a failed test in its results counts as one failure. */
function runSuite(command, options, count, findFailures) {
  const startedAt = performance.now();
  const { status } = spawnSync(command, options, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
  say(`${command} took ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const file = join(RESULTS, `${command}.json`);
  const results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  const counted = results ? count(results) : { passed: 0, failed: 0, skipped: 0 };
  const found = results ? findFailures(results) : [];
  if (status !== 0 && found.length === 0)
    found.push({ file: command, name: "the whole suite", message: `exited with status ${status}` });
  failures.push(...found);
  counts.passed += counted.passed;
  counts.skipped += counted.skipped;
  counts.failed += Math.max(counted.failed, found.length);
}

function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

function countPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
