import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./setup.js";

/**
 * A failed test in the results of Vitest or Playwright.
 *
 * @typedef {{ file: string, name: string, message: string }} Failure
 */

/** @returns {Failure[]} failed tests in Vitest's results, and files that failed as a whole */
export function findVitestFailures({ testResults }) {
  return testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(root, path);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [{ file, name: "the whole file", message }] : [];
    return failed.map(({ fullName, failureMessages }) => ({ file, name: fullName, message: failureMessages[0] }));
  });
}

/** @returns {Failure[]} failed tests in Playwright's results, and errors outside of tests */
export function findPlaywrightFailures({ config, suites, errors }) {
  const outside = errors.map(({ message, location }) => ({
    file: location?.file ?? "",
    name: "outside of tests",
    message,
  }));
  return [...suites.flatMap((suite) => findSuiteFailures(suite, config.rootDir)), ...outside];
}

function findSuiteFailures({ suites = [], specs = [] }, folder, names = []) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title: name, tests }) => {
      const { error } = tests.flatMap(({ results }) => results).find((result) => result.error) ?? {};
      const location = `${relative(root, join(folder, file))}:${line}`;
      return { file: location, name: [...names, name].join(" › "), message: error?.message };
    });
  return [...own, ...suites.flatMap((suite) => findSuiteFailures(suite, folder, [...names, suite.title]))];
}

/** @param {Failure} failure @returns {string} one line without terminal colors */
export function formatFailure({ file, name, message }) {
  const [first = "no message"] = stripVTControlCharacters(message ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return `${file}: ${name}: ${first.trim()}`;
}
