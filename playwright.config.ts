import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  // Not several projects: each would start its workers anew, each with a browser and a site.
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/browser",
  retries: 0,
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Limits for a busy machine. Durations are measured in bench/.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  use: {
    // Only tests of the service worker allow it: its cache would hide changes from the others.
    serviceWorkers: "block",
    // Animations take a tenth of the browser's CPU time. Tests of transitions allow them.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROME_PATH || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // By default, Chromium starts a spare renderer for each page: a quarter of a page load's CPU time.
        "--renderer-process-limit=1",
      ],
    },
  },
});
