import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { toSearchFile } from "../../server/store/search/searchIndex.ts";

/** Returns the slugs of all stored articles by title, and the titles that are stored more than once. */
export function readArticles(file: string): { slugs: Map<string, string>; doubled: string[] } {
  const rows = read<{ title: string; slug: string }>(file, "select title, slug from articles");
  const slugs = new Map<string, string>();
  const doubled = rows.filter(({ title, slug }) => slugs.get(title) !== undefined || !slugs.set(title, slug));
  return { slugs, doubled: doubled.map(({ title }) => title) };
}

/** Returns a line for each title that is missing or stored twice, or whose slug differs from its slug in `before`. */
export function checkArticles(file: string, titles: readonly string[], before: ReadonlyMap<string, string>): string[] {
  const { slugs, doubled } = readArticles(file);
  return [
    ...titles.filter((title) => !slugs.has(title)).map((title) => `"${title}" is not stored`),
    ...doubled.map((title) => `"${title}" is stored twice`),
    ...[...before].filter(([title, slug]) => slugs.get(title) !== slug).map(([title]) => `"${title}" was replaced`),
  ];
}

/** Returns the faults of a store's file and search index. The index must have every article that is not taken down. */
export function listStoreFaults(file: string): string[] {
  const [integrity] = read<{ integrity_check: string }>(file, "pragma integrity_check");
  const [articles] = read<{ count: number }>(
    file,
    "select count(*) as count from articles where taken_down_at is null",
  );
  const indexed = countIndexed(dirname(file));
  return [
    ...(integrity?.integrity_check === "ok" ? [] : [String(integrity?.integrity_check)]),
    ...(read(file, "pragma foreign_key_check").length === 0 ? [] : ["a foreign key refers to nothing"]),
    ...(indexed === articles?.count ? [] : [`the search index has ${indexed} of ${articles?.count} articles`]),
  ];
}

/** Returns the number of articles in the search index of a data folder. */
export function countIndexed(folder: string): number {
  const index = join(folder, toSearchFile("en"));
  const windows = read<{ number: number }>(index, "select number from search_windows");
  return windows
    .flatMap(({ number }) =>
      read<{ count: number }>(
        index,
        `select count(*) as count from search_${number} where search_${number} match '"§all"'`,
      ),
    )
    .reduce((sum, { count }) => sum + count, 0);
}

function read<Row>(file: string, sql: string): Row[] {
  const store = new DatabaseSync(file, { timeout: 10_000 });
  try {
    return store.prepare(sql).all() as Row[];
  } finally {
    store.close();
  }
}
