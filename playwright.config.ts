import { defineConfig } from "@playwright/test";
import { scaleLimit } from "./bin/machineFactor.js";
import { CHROMIUM_ARGS } from "./tests/support/chromium.ts";

export default defineConfig({
  testDir: "tests",
  // One project for all tests: each further project would start its own workers, with a browser and a site each.
  testMatch: "**/*.spec.ts",
  // With STORE=postgres, starts a server for the sites' databases.
  ...(process.env.STORE === "postgres" && { globalSetup: "tests/support/postgresServer.ts" }),
  outputDir: "test-results/browser",
  retries: 0,
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Generous limits, since the programs in bench/ measure durations, and these tests do not.
  timeout: scaleLimit(300_000),
  expect: { timeout: scaleLimit(90_000) },
  use: {
    // Only tests of the service worker allow service workers. In other tests, a worker's cache would hide changes.
    serviceWorkers: "block",
    // Animations take a tenth of the browser's CPU time. Tests of transitions turn them on.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROME_PATH || undefined,
      args: [...CHROMIUM_ARGS],
    },
  },
});
