import { basename } from "node:path";
import { configDefaults, defineConfig, type TestProjectConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, slowest first, whether they wait or compute. Started last, they would run alone at the end. */
const SLOWEST = [
  "ownStories",
  "radio",
  "cluster",
  "radioFaults",
  "bombs",
  "drill",
  "rules",
  "briefingFaults",
  "faultyDay",
  "images",
  "imageStorage",
  "varnish",
  "editionVersions",
  "events",
  "network",
  "survival",
  "routes",
  "backup",
  "pollWorker",
  "drawnImages",
  "takedowns",
  "contact",
  "rights",
  "health",
  "kill",
  "retention",
  "heads",
  "serve",
  "storyImports",
];

/**
 * Starts the files on PostgreSQL before those on SQLite: if the next file is of the other project, Vitest ends the worker,
 * with the process of its commands.
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

/**
 * Files that always run on PostgreSQL, too: races, one site with what its readers do, takedowns, messages and subscribers,
 * and those with the most queries for their CPU time. `LONG_TESTS=1` runs all integration tests on PostgreSQL, and
 * `STORE=postgres` the named files.
 */
const ON_BOTH = [
  "tests/stores/**/*.test.ts",
  "tests/integration/{briefing,contact,events,retention,rights,signUp,signUpAbuse,takedowns}.test.ts",
  "tests/integration/{newsletterOperator,once,outgoingFeeds,relevance,search,searchPages,storyFiles,websub}.test.ts",
];

/** Integration tests that would be the same on PostgreSQL, with the reason. */
const SQLITE_ONLY: Record<string, string> = {
  ...{ backup: "archives SQLite files", serve: "checks the SQLite file's mode and path" },
  ...{ upgrade: "opens the first version's SQLite file", drill: "fills the disk of a SQLite file and locks it" },
  ...{ assertions: "opens no store", floors: "opens no store", fuzz: "opens no store" },
  ...{ cachePurge: "opens no store", chicago: "opens no store", cluster: "starts a PostgreSQL server itself" },
  ...{ editionSchemas: "opens no store", libraryInternals: "opens no store", specification: "opens no store" },
};

const UNIT = "{core,server,app,bin}/**/*.test.ts";
const INTEGRATION = "tests/integration/**/*.test.ts";
/**
 * Three servers that are killed and frozen, whose fetches are counted: a machine that stalls for 5 s changes the count; and
 * three that are started twice.
 */
const LONG_ONLY = ["tests/stores/postgres{Nodes,Upgrade}.test.ts"];
const isLong = process.env.LONG_TESTS === "1";
const isPostgresRun = process.env.STORE === "postgres";

function toPostgresFiles(): string[] {
  if (isPostgresRun) return [UNIT, INTEGRATION, ...ON_BOTH];
  return isLong ? [INTEGRATION, ...ON_BOTH] : ON_BOTH;
}

const SQLITE = {
  extends: true,
  test: {
    name: "sqlite",
    include: [UNIT, INTEGRATION, "tests/stores/**/*.test.ts"],
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
          include: toPostgresFiles(),
          exclude: [
            ...configDefaults.exclude,
            ...Object.keys(SQLITE_ONLY).map((name) => `tests/integration/${name}.test.ts`),
            ...(isLong ? [] : LONG_ONLY),
          ],
          env: { STORE: "postgres" },
          globalSetup: "tests/support/postgresServer.ts",
        },
      },
    ],
    sequence: { sequencer: SlowestFirst },
    // A process per worker instead of one per file: loading the same modules again took a third of the CPU time.
    isolate: false,
    // Tests mostly wait for processes that they started: a worker per core would leave cores idle.
    maxWorkers: 4,
    // Limits for a busy machine. No test waits this long for anything by itself.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 220_000 } },
  },
});
