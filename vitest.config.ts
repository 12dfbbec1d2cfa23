import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{core,server,app,bin}/**/*.test.ts", "tests/integration/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
