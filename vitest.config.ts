import { basename } from "node:path";
import { configDefaults, defineConfig, type TestProjectConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, which mostly wait. Started last, they would run alone at the end. */
const SLOWEST = [
  "drill",
  "radio",
  "briefingFaults",
  "takedowns",
  "bombs",
  "backup",
  "images",
  "radioFaults",
  "kill",
  "signUp",
  "briefing",
  "rights",
  "fetch",
  "survival",
  "faultyDay",
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOWEST.indexOf(basename(moduleId, ".test.ts"));
      return index < 0 ? SLOWEST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Files that always run on PostgreSQL, too: races, and one site with what its readers do. */
const STORES = ["tests/stores/**/*.test.ts"];

/** Tests that concern only PostgreSQL. */
const POSTGRES = "tests/stores/postgres*.test.ts";

const ALL = ["{core,server,app,bin}/**/*.test.ts", "tests/integration/**/*.test.ts", ...STORES];

const SQLITE = {
  extends: true,
  test: { name: "sqlite", include: ALL, exclude: [...configDefaults.exclude, POSTGRES] },
} satisfies TestProjectConfiguration;

export default defineConfig({
  test: {
    projects: [
      ...(process.env.STORE === "postgres" ? [] : [SQLITE]),
      {
        extends: true,
        test: {
          name: "postgres",
          include: process.env.STORE === "postgres" ? ALL : STORES,
          env: { STORE: "postgres" },
          globalSetup: "tests/support/postgresServer.ts",
        },
      },
    ],
    sequence: { sequencer: SlowestFirst },
    // A process per worker instead of one per file: loading the same modules again took a third of the CPU time.
    isolate: false,
    // Tests mostly wait for processes that they started: a worker per core would leave cores idle.
    maxWorkers: 3,
    // Limits for a busy machine. No test waits this long for anything by itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 110_000 } },
  },
});
