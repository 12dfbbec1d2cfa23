// npm test: installs what is needed, builds, and runs every check and every test. `npm test -- --changed [REVISION]`
// runs the checks, and the tests that import files which have changed since REVISION. Without REVISION, it compares
// with the commit at which the branch left main. The last line is "N passed, N failed".
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { findBrowser } from "./browser.js";
import { getMachineFactor } from "./machineFactor.js";
import { build, fail, install, node, projectEnvironment, root, say } from "./setup.js";
import { formatFailure } from "./suiteProgress.js";

const RESULTS = join(root, "test-results");

const changedSince = findChangedSince(process.argv.slice(2));
const startedAt = performance.now();
say("1 of 3: install and build");
// Installs the system's packages in a worker while the main thread installs npm's packages and builds.
const systemPackages = once(new Worker(new URL("./testPackages.js", import.meta.url)), "exit");
install();
build();
await systemPackages;
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const factor = getMachineFactor();
if (factor > 1) say(`This machine is slow or busy: time limits of tests are ${factor} times as long.`);
const env = projectEnvironment({
  CHROME_PATH: findBrowser(),
  NODE_ENV: "test",
});

const counts = { passed: 0, failed: 0, skipped: 0 };
/** @type {import("./suiteProgress.js").Failure[]} */
const failures = [];
// The suites run at the same time, together with more workers than cores, since tests mostly wait for processes and
// pages. Vitest has more work and gets more workers, so that both suites end at about the same time.
const cores = Math.max(2, Math.ceil(availableParallelism() / 2));
const workers = { vitest: cores + 2, playwright: cores };
const only = changedSince === null ? "" : `, only what files that have changed since ${changedSince} concern`;
say(`2 of 3: checks, Vitest and Playwright, at the same time${only}`);
await Promise.all([
  runSuite("vitest", [
    ...["run", `--maxWorkers=${workers.vitest}`, "--reporter=./bin/vitestReporter.js"],
    ...(changedSince === null ? [] : [`--changed=${changedSince}`, "--passWithNoTests"]),
  ]),
  runSuite("playwright", [
    ...["test", `--workers=${workers.playwright}`, "--reporter=./bin/playwrightReporter.js"],
    ...(changedSince === null ? [] : [`--only-changed=${changedSince}`, "--pass-with-no-tests"]),
  ]),
  runCheck("format and lint", "biome", ["check", "--error-on-warnings", "."], "npm run lint"),
  runCheck("routes' types", node, ["node_modules/@react-router/dev/bin.cjs", "typegen"], "npm run types").then(() =>
    // With several threads, tsc would take twice the CPU time, and no less time in all.
    runCheck("types", "tsc", ["--singleThreaded"], "npm run types"),
  ),
  runCheck("nothing unused", "knip", [], "npm run unused"),
  runCheck("floors", node, ["tools/floors.ts"], "npm run floors"),
  runCheck("patterns", node, ["tools/patterns.ts"], "npm run patterns"),
]);

say(`3 of 3: results, after ${formatMinutes(performance.now() - startedAt)}`);
if (counts.skipped > 0) say(`${counts.skipped} skipped, for the reasons above`);
// Repeats failures at the end of the log, the part that people read first.
for (const failure of failures) say(`FAILED  ${formatFailure(failure)}`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** Returns the revision of `--changed`; null without that option. */
function findChangedSince([option, revision]) {
  if (option === undefined) return null;
  if (option !== "--changed") fail(`"${option}" is not an option; use --changed, with or without a revision.`);
  try {
    const arguments_ = revision === undefined ? ["merge-base", "HEAD", "main"] : ["rev-parse", "--verify", revision];
    return execFileSync("git", arguments_, { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return fail("Git found no such revision: --changed takes one, and without it needs the branch main.");
  }
}

/** Runs a check, which passes or fails as a whole. Its output is printed only if it fails. */
async function runCheck(name, command, args, repeat) {
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
    failures.push({ file: command, name, message: output, command: repeat });
  }
  say(`${status === 0 ? "ok" : "FAILED"}  ${name}`);
}

/**
 * Runs a test suite and adds its results to the totals. An exit with an error but no failed test counts as a failure.
 */
async function runSuite(command, args) {
  const suiteStartedAt = performance.now();
  const results = join(RESULTS, `${command}.json`);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...env, SUITE_RESULTS: results },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [status] = await once(child, "exit");
  say(`${command} took ${formatMinutes(performance.now() - suiteStartedAt)}`);
  const found = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : { failures: [] };
  if (status !== 0 && found.failures.length === 0) {
    const message = `it ended with status ${status}`;
    found.failures.push({ file: command, name: "the whole suite", message, command: `npx ${command} ${args[0]}` });
  }
  failures.push(...found.failures);
  counts.passed += found.passed ?? 0;
  counts.skipped += found.skipped ?? 0;
  counts.failed += found.failures.length;
}

function formatMinutes(ms) {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
