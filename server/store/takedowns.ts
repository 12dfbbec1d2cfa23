import { sql } from "kysely";
import type { Database } from "./schema.ts";
import { getDataVersion } from "./sqlite.ts";

/** Creates a watcher of articles that another process, such as `broadsheet takedown`, takes down or restores. */
export async function followTakedowns(database: Database) {
  let version = await getDataVersion(database);
  let known = await findTakenDown(database);
  return {
    /** Returns the articles that were taken down or restored since the last call, and the feeds that carry them. */
    async changed(): Promise<{ slug: string; feeds: string[] }[]> {
      const current = await getDataVersion(database);
      if (current === version) return [];
      version = current;
      const before = known;
      known = await findTakenDown(database);
      const ids = [...new Set(known.keys()).symmetricDifference(before)];
      return Promise.all(
        ids.map(async (id) => ({
          slug: known.get(id) ?? before.get(id) ?? "",
          feeds: await findCarriers(database, [id]),
        })),
      );
    },
  };
}

/** Returns the feeds that carry any of the articles. */
export async function findCarriers(database: Database, ids: readonly number[]): Promise<string[]> {
  const rows = await database
    .selectFrom("entries")
    .select("feed_url")
    .distinct()
    .where("article_id", "in", ids)
    .execute();
  return rows.map(({ feed_url }) => feed_url);
}

/** Returns the slugs of all articles that are taken down, by id. */
async function findTakenDown(database: Database): Promise<Map<number, string>> {
  // Without the hint, SQLite scans an index of all articles.
  const { rows } = await sql<{ id: number; slug: string }>`
    select id, slug from articles indexed by articles_taken_down where taken_down_at is not null`.execute(database);
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}
