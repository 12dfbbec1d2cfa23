import { sql } from "kysely";
import { recordArticleChanges } from "../changes.ts";
import { withWriterLock } from "../engines/engine.ts";
import type { Database } from "../schema/schema.ts";
import { listCarriers } from "../takedowns/takedowns.ts";

/** Days after which the articles of a former feed are deleted if the feed has no `keepDays`. */
const FORMER_KEEP_DAYS = 30;

const DAY_MS = 24 * 60 * 60_000;

/** Result of deleting a batch of articles. `isLast` is false if there may be more to delete. */
interface Batch {
  deleted: number;
  isLast: boolean;
}

/** Returns the feeds with a `keepDays`, each with the lowest value among the editions that follow or followed it. */
export async function listKeepDays(database: Database): Promise<{ feedUrl: string; keepDays: number }[]> {
  const rows = await database
    .selectFrom("follows")
    .select(({ fn }) => ["feed_url as feedUrl", fn.min("keep_days").as("keepDays")])
    .where("keep_days", "is not", null)
    .groupBy("feed_url")
    .execute();
  return rows.map(({ feedUrl, keepDays }) => ({ feedUrl, keepDays: Number(keepDays) }));
}

/**
 * Returns former feeds that an edition stopped following so long ago that their articles are due for deletion.
 *
 * @param now ms since 1970
 */
export async function listExpiredFollows(database: Database, now: number) {
  const rows = await database
    .selectFrom("follows")
    .select(["edition", "feed_url as feedUrl", "left_at", "keep_days"])
    .distinct()
    .where("left_at", "is not", null)
    .execute();
  return rows
    .filter(({ left_at, keep_days }) => Date.parse(left_at ?? "") <= now - (keep_days ?? FORMER_KEEP_DAYS) * DAY_MS)
    .map(({ edition, feedUrl }) => ({ edition, feedUrl }));
}

/**
 * Deletes a batch of a feed's articles that are older than an instant (ISO 8601), oldest first, even if other feeds
 * carry them. Keeps articles that were taken down, so that no feed can add them again.
 */
export async function deleteFeedArticles(
  database: Database,
  feedUrl: string,
  before: string,
  batchSize: number,
): Promise<Batch> {
  return withWriterLock(database, async (transaction) => {
    const rows = await selectArticlesOf(transaction, feedUrl)
      .where("entries.sorted_at", "<", before)
      .orderBy("entries.sorted_at")
      .limit(batchSize)
      .execute();
    const ids = rows.map(({ id }) => id);
    await recordArticleChanges(transaction, "deletion", ids, await listCarriers(transaction, ids));
    await transaction.deleteFrom("entries").where("article_id", "in", ids).execute();
    await transaction.deleteFrom("articles").where("id", "in", ids).execute();
    return { deleted: ids.length, isLast: ids.length < batchSize };
  });
}

/**
 * Deletes a batch of the articles of an edition's former feed, except those that another feed carries. Deletes none if
 * another edition follows or followed the feed. With the last batch, removes the edition's rows of the feed from
 * `follows`. Call this until `isLast` is true.
 */
export async function deleteFollow(
  database: Database,
  { edition, feedUrl }: { edition: string; feedUrl: string },
  batchSize: number,
): Promise<Batch> {
  return withWriterLock(database, async (transaction) => {
    const follows = transaction.selectFrom("follows").select("edition").where("feed_url", "=", feedUrl);
    const isShared = (await follows.where("edition", "!=", edition).limit(1).execute()).length > 0;
    const rows = isShared ? [] : await selectArticlesOf(transaction, feedUrl).limit(batchSize).execute();
    const ids = rows.map(({ id }) => id);
    await recordArticleChanges(transaction, "deletion", ids, [feedUrl]);
    await transaction.deleteFrom("entries").where("feed_url", "=", feedUrl).where("article_id", "in", ids).execute();
    await transaction
      .deleteFrom("hidden_entries")
      .where("edition", "=", edition)
      .where("feed_url", "=", feedUrl)
      .where("article_id", "in", ids)
      .execute();
    const carried = await transaction
      .selectFrom("entries")
      .select("article_id")
      .distinct()
      .where("article_id", "in", ids)
      .execute();
    const kept = new Set(carried.map(({ article_id }) => article_id));
    const orphans = ids.filter((id) => !kept.has(id));
    await transaction.deleteFrom("articles").where("id", "in", orphans).execute();
    const isLast = ids.length < batchSize;
    if (isLast)
      await transaction.deleteFrom("follows").where("edition", "=", edition).where("feed_url", "=", feedUrl).execute();
    return { deleted: orphans.length, isLast };
  });
}

/** Selects the ids of a feed's articles, without those that were taken down. */
function selectArticlesOf(database: Database, feedUrl: string) {
  return database
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select("entries.article_id as id")
    .select(sql<string>`entries.sorted_at`.as("sortedAt"))
    .distinct()
    .where("entries.feed_url", "=", feedUrl)
    .where("articles.taken_down_at", "is", null);
}
