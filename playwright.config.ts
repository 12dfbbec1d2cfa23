import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  testMatch: "{browser,budgets}/**/*.spec.ts",
  outputDir: "test-results/browser",
  retries: 0,
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // Three browsers, their sites and their stations share what cores there are.
  expect: { timeout: 10_000 },
  use: {
    // Tests that look at the service worker allow it; to all others it would be a cache that hides what they change.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROME_PATH || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
