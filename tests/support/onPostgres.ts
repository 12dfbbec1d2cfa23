/**
 * Integration tests that run on PostgreSQL, too, by the reason for which the engine matters to them. All others run on
 * SQLite alone; that PostgreSQL accepts their queries is what `tests/stores/postgresQueries.test.ts` shows. The table in
 * CONTRIBUTING.md says the same.
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

/** Integration tests that run on PostgreSQL with `LONG_TESTS=1`: they resemble those above in what they ask of it. */
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
