import { defineConfig } from "@playwright/test";

/** Files whose tests run one after another, since they share a site. Started last, they would run alone at the end. */
const LONGEST = ["radio", "offline", "saved", "newsletter", "ads", "attacks"].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: "tests",
  // In this order.
  projects: [
    { name: "budgets", testDir: "tests/budgets" },
    { name: "longest", testDir: "tests/browser", testMatch: LONGEST },
    { name: "browser", testDir: "tests/browser", testIgnore: LONGEST },
  ],
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
      ],
    },
  },
});
