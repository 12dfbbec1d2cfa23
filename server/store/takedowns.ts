import { sql } from "kysely";
import type { Database } from "./schema.ts";

/** An article that is taken down, with the feeds that carry it. */
interface TakenDownArticle {
  slug: string;
  feeds: string[];
}

/** Tells of what an operator's command, in a process of its own, takes down or brings back. */
export interface Takedowns {
  /** What was taken down or brought back since the last call. */
  changed(): Promise<TakenDownArticle[]>;
}

/** Looks into the store only where another process has written into it, which SQLite tells without looking. */
export async function followTakedowns(database: Database): Promise<Takedowns> {
  let version = await versionOf(database);
  let known = await takenDown(database);
  return {
    async changed() {
      const now = await versionOf(database);
      if (now === version) return [];
      version = now;
      const before = known;
      known = await takenDown(database);
      const ids = [...new Set(known.keys()).symmetricDifference(before)];
      return Promise.all(
        ids.map(async (id) => ({
          slug: known.get(id) ?? before.get(id) ?? "",
          feeds: await carriersOf(database, [id]),
        })),
      );
    },
  };
}

/** The feeds that carry any of the articles. */
export async function carriersOf(database: Database, ids: readonly number[]): Promise<string[]> {
  const rows = await database
    .selectFrom("entries")
    .select("feed_url")
    .distinct()
    .where("article_id", "in", ids)
    .execute();
  return rows.map(({ feed_url }) => feed_url);
}

async function versionOf(database: Database): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(database);
  return rows[0]?.data_version ?? 0;
}

/** Slugs by id. */
async function takenDown(database: Database): Promise<Map<number, string>> {
  // Of itself SQLite would look through an index that has all articles.
  const { rows } = await sql<{ id: number; slug: string }>`
    select id, slug from articles indexed by articles_taken_down where taken_down_at is not null`.execute(database);
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}
