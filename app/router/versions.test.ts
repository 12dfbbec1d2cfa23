import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * Versions of the libraries whose undocumented behavior this folder uses. If this test fails after an update,
 * check the files listed in README.md against the new version, run tests/browser/offline.spec.ts, then change the
 * version here.
 */
it.each([
  ["react-router", "8.4.0"],
  ["react-dom", "19.3.1"],
])("%s is version %s, which this folder was written for", (name, version) => {
  const { version: installed } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  expect(installed).toBe(version);
});
