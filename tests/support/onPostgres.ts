/**
 * Integration tests that run on PostgreSQL, too, by the reason for which the engine matters to them. All others run on
 * SQLite alone. The table in CONTRIBUTING.md says the same.
 */
export const ON_POSTGRES: Record<string, readonly string[]> = {
  "Another process writes to the store, and the server learns of it.": ["commands", "pageCache", "pollWorker", "rules"],
  "A process or the store ends, or the store is locked.": ["health", "kill", "shutdown", "survival"],
  "Rows are claimed, leased or counted by several writers.": [
    "briefingFaults",
    "images",
    "imageStorage",
    "people",
    "signUp",
  ],
  "Rows become due, or are deleted, by comparing times.": [
    "contact",
    "events",
    "officialAlerts",
    "outages",
    "retention",
    "schedule",
  ],
  "Stories are merged, replaced or erased across many tables.": [
    "once",
    "staffStories",
    "storyImports",
    "storyMoves",
    "takedowns",
  ],
  "Queries join, aggregate or choose by what editions say.": ["metrics", "network", "rights", "sitemaps"],
  "Every kind of page reads the store, and so does the index of search.": ["pages", "search"],
};
