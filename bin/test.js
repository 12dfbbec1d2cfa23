// npm test: every check and every test, with its own set-up. Ends with one line "N passed, N failed".
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "./browser.js";
import { build, install, node, projectEnvironment, root, say } from "./setup.js";
import { prepareStation } from "./station.js";

const RESULTS = join(root, "test-results");

install();
build();
prepareStation();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const env = projectEnvironment({
  CHROME_PATH: findBrowser(),
  NODE_ENV: "test",
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(RESULTS, "playwright.json"),
});

const counts = { passed: 0, failed: 0, skipped: 0 };
check("format and lint", "biome", ["check", "--error-on-warnings", "."]);
check("routes' types", node, ["node_modules/@react-router/dev/bin.cjs", "typegen"]);
check("types", "tsc", []);
check("nothing unused", "knip", []);
check("floors", node, ["tests/support/floors.ts"]);
suite(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${join(RESULTS, "vitest.json")}`],
  countVitest,
);
suite("playwright", ["test", "--reporter=list,json"], countPlaywright);

if (counts.skipped > 0) say(`${counts.skipped} skipped: they say above what they lack`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** A check passes or fails as a whole, and speaks only where it fails. */
function check(name, command, words) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, env, encoding: "utf8" });
  if (status === 0) counts.passed++;
  else {
    counts.failed++;
    process.stdout.write(`${stdout ?? ""}${stderr ?? ""}`);
  }
  say(`${status === 0 ? "ok" : "FAILED"}  ${name}`);
}

/** A suite counts its tests itself; one that ends badly without saying so counts as one failure. */
function suite(command, words, count) {
  const { status } = spawnSync(command, words, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
  const file = join(RESULTS, `${command}.json`);
  const found = existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0, skipped: 0 };
  counts.passed += found.passed;
  counts.skipped += found.skipped;
  counts.failed += status !== 0 && found.failed === 0 ? 1 : found.failed;
}

function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

function countPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
