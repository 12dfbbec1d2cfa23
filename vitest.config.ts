import { basename } from "node:path";
import { configDefaults, defineConfig, type TestProjectConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Test files by duration, longest first. They start first, since they would otherwise run alone at the end. */
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
 * Starts the slowest files first, and all files on PostgreSQL before those on SQLite. Between files of different projects,
 * Vitest ends the worker, and with it the processes that run its commands and sites.
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

/** Integration tests that do not run on PostgreSQL, with the reasons. */
const SQLITE_ONLY: Record<string, string> = {
  ...{ backup: "archives SQLite files", serve: "checks the SQLite file's mode and path" },
  ...{ upgrade: "opens the first version's SQLite file", drill: "fills the disk of a SQLite file and locks it" },
  ...{ preview: "has a SQLite file, whatever DATABASE_URL says", cluster: "starts a PostgreSQL server itself" },
  ...{ assertions: "opens no store", floors: "opens no store", fuzz: "opens no store", fetch: "opens no store" },
  ...{ cachePurge: "opens no store", chicago: "opens no store", corpora: "opens no store", guard: "opens no store" },
  ...{ editionSchemas: "opens no store", libraryInternals: "opens no store", specification: "opens no store" },
  ...{ connections: "opens no store", deployFiles: "opens no store", mistakes: "opens no store" },
  ...{
    doctor: "damages a SQLite file",
    setup: "opens no store",
    guides: "opens no store",
    examples: "chooses editions by their files",
  },
  ...{ alarm: "asks a server whether it runs", newEdition: "opens no store", configuration: "opens no store" },
  ...{ radio: "plays streams, which are in no store", radioFaults: "plays streams, which are in no store" },
  ...{ bombs: "measures the memory that feeds cost before they are stored" },
};

const UNIT = "{core,server,app,bin}/**/*.test.ts";
const INTEGRATION = "tests/integration/**/*.test.ts";
const STORES = "tests/stores/**/*.test.ts";
/**
 * Files that run only with `LONG_TESTS=1`. `postgresNodes` kills and freezes three servers, and counts fetches that change
 * if the machine stalls for 5 s. `postgresUpgrade` starts three servers twice.
 */
const LONG_ONLY = "tests/stores/postgres{Nodes,Upgrade}.test.ts";
const isLong = process.env.LONG_TESTS === "1";
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
          include: [INTEGRATION, STORES, ...(isPostgresRun ? [UNIT] : [])],
          exclude: [
            ...configDefaults.exclude,
            ...Object.keys(SQLITE_ONLY).map((name) => `tests/integration/${name}.test.ts`),
            ...(isLong ? [] : [LONG_ONLY]),
          ],
          env: { STORE: "postgres" },
          globalSetup: "tests/support/postgresServer.ts",
        },
      },
    ],
    sequence: { sequencer: SlowestFirst },
    // Files of a worker share a process. With a process per file, loading modules took a third of the CPU time.
    isolate: false,
    // Tests mostly wait for processes that they started, so a worker per core would leave cores idle.
    maxWorkers: 4,
    // The timeouts suit a busy machine. No test takes this long by itself.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 220_000 } },
  },
});
