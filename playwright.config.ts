import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  testMatch: "{browser,budgets}/**/*.spec.ts",
  outputDir: "test-results/browser",
  retries: 0,
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Browsers, sites and stations share what cores there are: how long something takes is for bench/ to say.
  timeout: 120_000,
  expect: { timeout: 20_000 },
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
