import { basename } from "node:path";
import { configDefaults, defineConfig, type TestProjectConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { scaleLimit } from "./bin/machineFactor.js";
import { ON_POSTGRES, ON_POSTGRES_LONG } from "./tests/support/onPostgres.ts";

/** Test files by duration, longest first. Slow files start first, since they would otherwise run alone at the end. */
const SLOWEST = [
  "rules",
  "install",
  "images",
  "staffStories",
  "faultyDay",
  "radio",
  "rights",
  "routes",
  "imageStorage",
  "network",
  "bombs",
  "cluster",
  "radioFaults",
  "kill",
  "editionVersions",
  "varnish",
  "briefingFaults",
  "survival",
  "takedowns",
  "backup",
  "storyDocuments",
  "officialAlerts",
  "heads",
  "contact",
  "storyMoves",
  "reverseProxy",
  "restart",
  "pollWorker",
  "clock",
  "corpora",
  "health",
  "drawnImages",
  "storeDamage",
  "upgrade",
  "briefingDays",
  "editions",
  "websub",
];

/**
 * Starts the slowest files first, and all files on PostgreSQL before all files on SQLite. Thus workers rarely change to
 * another project. At each change, Vitest ends the worker and the processes in which the worker's tests run commands
 * and sites.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const index = SLOWEST.indexOf(basename(moduleId, ".test.ts"));
      const place = index < 0 ? SLOWEST.length : index;
      return project.name === "postgres" ? place : SLOWEST.length + 1 + place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Tests that concern only PostgreSQL. */
const POSTGRES = "tests/stores/postgres*.test.ts";

const UNIT = "{core,server,app,desk,bin}/**/*.test.ts";
const INTEGRATION = "tests/integration/**/*.test.ts";
const STORES = "tests/stores/**/*.test.ts";
/**
 * Test files that run only with `LONG_TESTS=1`. `postgresNodes` kills and freezes three servers. It also counts
 * fetches, whose number changes if the machine stalls for 5 s. `postgresUpgrade` starts three servers twice.
 */
const LONG_ONLY = "tests/stores/postgres{Nodes,Upgrade}.test.ts";
const isLong = process.env.LONG_TESTS === "1";
const BOTH = [...Object.values(ON_POSTGRES).flat(), ...(isLong ? ON_POSTGRES_LONG : [])].map(
  (name) => `tests/integration/${name}.test.ts`,
);
const isPostgresRun = process.env.STORE === "postgres";

const SQLITE = {
  extends: true,
  test: {
    name: "sqlite",
    include: [UNIT, INTEGRATION, STORES],
    exclude: [...configDefaults.exclude, POSTGRES],
  },
} satisfies TestProjectConfiguration;

export default defineConfig({
  test: {
    projects: [
      ...(isPostgresRun ? [] : [SQLITE]),
      {
        extends: true,
        test: {
          name: "postgres",
          include: [STORES, ...(isPostgresRun ? [UNIT, INTEGRATION] : BOTH)],
          exclude: [...configDefaults.exclude, ...(isLong ? [] : [LONG_ONLY])],
          env: { STORE: "postgres" },
          globalSetup: "tests/support/postgresServer.ts",
        },
      },
    ],
    sequence: { sequencer: SlowestFirst },
    // Test files share the process of their worker. With a process per file, loading modules took a third of the CPU
    // time.
    isolate: false,
    // Tests mostly wait for processes that they started, so a worker per core would leave cores idle.
    maxWorkers: 4,
    // These limits are far longer than any test takes on an idle machine.
    testTimeout: scaleLimit(240_000),
    hookTimeout: scaleLimit(240_000),
    // Vitest's interval of 50 ms would take CPU time from the servers.
    expect: { poll: { timeout: scaleLimit(220_000), interval: 200 } },
  },
});
