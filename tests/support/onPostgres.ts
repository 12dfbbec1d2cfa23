/**
 * Integration tests that always run on PostgreSQL, too. Each key is the reason why the database matters to its tests.
 * By default, all other integration tests run only on SQLite; `tests/stores/postgresQueries.test.ts` shows that
 * PostgreSQL accepts their queries. CONTRIBUTING.md has the same table.
 */
export const ON_POSTGRES: Record<string, readonly string[]> = {
  "Another process writes to the store, and the server learns of it.": ["pageCache", "rules"],
  "A process or the store ends, or the store is locked.": ["kill", "outages", "survival"],
  "Rows are claimed, leased or counted by several writers.": [
    "briefingFaults",
    "deskStories",
    "imageStorage",
    "people",
  ],
  "Stories are merged, replaced or erased across many tables.": ["once", "staffStories", "takedowns"],
  "Every kind of page reads the store, and so does the index of search.": ["network", "search"],
};

/** Tests that run on PostgreSQL only with `LONG_TESTS=1`, since their queries resemble those of the tests above. */
export const ON_POSTGRES_LONG: readonly string[] = [
  "commands",
  "contact",
  "deskKills",
  "events",
  "health",
  "images",
  "metrics",
  "officialAlerts",
  "pages",
  "pollWorker",
  "retention",
  "rights",
  "schedule",
  "shutdown",
  "signUp",
  "sitemaps",
  "storyImports",
  "storyMoves",
];
