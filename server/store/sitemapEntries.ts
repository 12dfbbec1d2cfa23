import { sql } from "kysely";
import type { Database } from "./schema.ts";

/** What maps of a site say of an article. */
export interface MappedArticle {
  id: number;
  slug: string;
  /** ISO 8601 instant. */
  changedAt: string;
}

/** The greatest number that an article has; 0 where there is none. */
export async function lastArticleId(database: Database): Promise<number> {
  const row = await database
    .selectFrom("articles")
    .select(({ fn }) => fn.max("id").as("last"))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/**
 * Articles that sections of an edition follow or ever followed, in the order of their numbers. A step takes as long and
 * as much memory at the end of a million articles as at the beginning.
 *
 * @param after the number after which to begin
 * @param until the last number
 */
export async function articlesByNumber(
  database: Database,
  edition: string,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<MappedArticle[]> {
  const rows = await database
    .selectFrom("articles")
    .select(["id", "slug", "changed_at"])
    .where("id", ">", after)
    .where("id", "<=", until)
    .where("taken_down_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("entries")
          .innerJoin("follows", "follows.feed_url", "entries.feed_url")
          .select(sql<number>`1`.as("one"))
          .whereRef("entries.article_id", "=", "articles.id")
          .where("follows.edition", "=", edition),
      ),
    )
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, slug, changed_at }) => ({ id, slug, changedAt: changed_at }));
}

/** What articles of a range of numbers are as a whole: how many there are, and when one of them was changed last. */
export async function rangeState(
  database: Database,
  after: number,
  until: number,
): Promise<{ count: number; changedAt: string | null }> {
  const row = await database
    .selectFrom("articles")
    .select(({ fn }) => [
      fn.max("changed_at").as("last"),
      fn.max("taken_down_at").as("taken"),
      fn.countAll().as("count"),
    ])
    .where("id", ">", after)
    .where("id", "<=", until)
    .executeTakeFirst();
  const changes = [row?.last, row?.taken].filter((instant) => typeof instant === "string").sort();
  return { count: Number(row?.count ?? 0), changedAt: changes.at(-1) ?? null };
}

/** The newest articles of some feeds since an instant, without their texts, newest first, each once. */
export async function newestNames(
  database: Database,
  feedUrls: readonly string[],
  since: string,
  limit: number,
): Promise<{ slug: string; title: string; sortedAt: string }[]> {
  if (feedUrls.length === 0) return [];
  const rows = await database
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select(["articles.slug", "articles.title", "articles.sorted_at"])
    .distinct()
    .where("entries.feed_url", "in", feedUrls)
    .where("entries.sorted_at", ">=", since)
    .where("articles.taken_down_at", "is", null)
    .orderBy("articles.sorted_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ slug, title, sorted_at }) => ({ slug, title, sortedAt: sorted_at }));
}
