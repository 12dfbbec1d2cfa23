import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{core,server,app,bin}/**/*.test.ts", "tests/integration/**/*.test.ts"],
    // Most of what a test does is waiting for processes that it started; one file at a time would leave cores idle.
    maxWorkers: 3,
    // Nothing that waits for its time takes as long; what waits for its turn may, on a machine that is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
