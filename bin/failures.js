import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./setup.js";

/**
 * What failed, as the suites' own results tell it: a line each with the file, the name and what was said first.
 *
 * @typedef {{ file: string, name: string, message: string }} Failure
 */

/** @returns {Failure[]} those of Vitest's results, files among them that failed as a whole */
export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(root, path);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [{ file, name: "the whole file", message }] : [];
    return failed.map(({ fullName, failureMessages }) => ({ file, name: fullName, message: failureMessages[0] }));
  });
}

/** @returns {Failure[]} those of Playwright's results, with what went wrong outside of any test */
export function playwrightFailures({ config, suites, errors }) {
  const outside = errors.map(({ message, location }) => ({
    file: location?.file ?? "",
    name: "outside of any test",
    message,
  }));
  return [...suites.flatMap((suite) => failuresOf(suite, config.rootDir)), ...outside];
}

function failuresOf({ suites = [], specs = [] }, folder, names = []) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title: name, tests }) => {
      const { error } = tests.flatMap(({ results }) => results).find((result) => result.error) ?? {};
      const place = `${relative(root, join(folder, file))}:${line}`;
      return { file: place, name: [...names, name].join(" › "), message: error?.message };
    });
  return [...own, ...suites.flatMap((suite) => failuresOf(suite, folder, [...names, suite.title]))];
}

/** @param {Failure} failure @returns {string} one line, without the colors of a terminal */
export function failureLine({ file, name, message }) {
  const [first = "no message"] = stripVTControlCharacters(message ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return `${file}: ${name}: ${first.trim()}`;
}
