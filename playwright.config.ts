import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  // The budgets come first: they take long, and started last they would run alone at the end.
  projects: ["budgets", "browser"].map((name) => ({ name, testDir: `tests/${name}` })),
  outputDir: "test-results/browser",
  retries: 0,
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Limits for a busy machine. Durations are measured in bench/.
  timeout: 120_000,
  expect: { timeout: 20_000 },
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
