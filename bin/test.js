// npm test: every check and every test, with its own set-up. Ends with one line "N passed, N failed".
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "./browser.js";
import { failureLine, playwrightFailures, vitestFailures } from "./failures.js";
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
check("format and lint", "biome", ["check", "--error-on-warnings", "."]);
check("routes' types", node, ["node_modules/@react-router/dev/bin.cjs", "typegen"]);
check("types", "tsc", []);
check("nothing unused", "knip", []);
check("floors", node, ["tools/floors.ts"]);
suite(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${join(RESULTS, "vitest.json")}`],
  countVitest,
  vitestFailures,
);
suite("playwright", ["test", "--reporter=list,json"], countPlaywright, playwrightFailures);

if (counts.skipped > 0) say(`${counts.skipped} skipped: they say above what they lack`);
// Once more, since whoever keeps what is written here may keep its end only.
for (const failure of failures) say(`FAILED  ${failureLine(failure)}`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** A check passes or fails as a whole, and speaks only where it fails. */
function check(name, command, words) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, env, encoding: "utf8" });
  if (status === 0) counts.passed++;
  else {
    counts.failed++;
    const said = `${stdout ?? ""}${stderr ?? ""}`;
    process.stdout.write(said);
    failures.push({ file: command, name, message: said });
  }
  say(`${status === 0 ? "ok" : "FAILED"}  ${name}`);
}

/** A suite counts its tests itself; one that ends badly without saying so counts as one failure. */
function suite(command, words, count, failuresIn) {
  const startedAt = performance.now();
  const { status } = spawnSync(command, words, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
  say(`${command} took ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const file = join(RESULTS, `${command}.json`);
  const results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  const found = results ? count(results) : { passed: 0, failed: 0, skipped: 0 };
  const told = results ? failuresIn(results) : [];
  if (status !== 0 && told.length === 0)
    told.push({ file: command, name: "the whole suite", message: `it ended with status ${status}` });
  failures.push(...told);
  counts.passed += found.passed;
  counts.skipped += found.skipped;
  counts.failed += Math.max(found.failed, told.length);
}

function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

function countPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
