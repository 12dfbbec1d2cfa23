// Code that the reporters of Vitest and Playwright share: prints progress for a person, and writes results for test.js.
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/**
 * A failed test. `command` runs that test alone.
 *
 * @typedef {{ file: string, name: string, message: string, command: string }} Failure
 */

/** Number of lines of a failure's message that are printed while the tests run. */
const MAX_LINES = 40;

/** @param {string} suite name at the beginning of each line */
export function createSuiteProgress(suite) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Failure[]} */
  const failures = [];
  /** Skipped tests by file. */
  const skipped = new Map();
  let [total, done] = [0, 0];
  const print = (text) => process.stdout.write(`${text}\n`);

  return {
    /** @param {number} parts files or tests that will run */
    begin(parts) {
      total = parts;
    },
    pass: () => void counts.passed++,
    /** Records a skipped test. Its name contains the reason. */
    skip(file, name) {
      counts.skipped++;
      skipped.set(file, [...(skipped.get(file) ?? []), name]);
    },
    /** Prints a failure at once. @param {Failure} failure */
    fail(failure) {
      counts.failed++;
      failures.push(failure);
      const lines = stripVTControlCharacters(failure.message).split("\n").slice(0, MAX_LINES);
      print(`FAILED  ${failure.file}: ${failure.name}\n${lines.map((line) => `    ${line}`).join("\n")}`);
      print(`    Run it alone: ${failure.command}`);
    },
    /** Prints that a file or a test has ended. */
    end(name, ms) {
      done++;
      const place = `${String(done).padStart(String(total).length)}/${total}`;
      const failed = counts.failed > 0 ? `, ${counts.failed} failed so far` : "";
      print(`${suite} ${place}  ${name}, ${(ms / 1000).toFixed(1)} s${failed}`);
    },
    /** Writes the results to the file that test.js reads. */
    finish() {
      for (const [file, names] of skipped) print(`${suite} skipped ${names.length} in ${file}: ${names[0]}`);
      const path = process.env.SUITE_RESULTS;
      if (path) writeFileSync(path, JSON.stringify({ ...counts, failures }));
    },
  };
}

/** Quotes an argument of a command that is to be copied into a shell. */
export function quote(argument) {
  return `'${argument.replaceAll("'", "'\\''")}'`;
}

/** @param {Failure} failure @returns {string} two lines without terminal colors */
export function formatFailure({ file, name, message, command }) {
  const [first = "no message"] = stripVTControlCharacters(message ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return `${file}: ${name}: ${first.trim()}\n        ${command}`;
}
