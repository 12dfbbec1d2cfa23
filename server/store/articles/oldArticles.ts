import { sql } from "kysely";
import { OWN_FEED_PATTERN } from "../../../core/ownFeeds.ts";
import { recordArticleChanges } from "../changes.ts";
import { getEngine, withWriterLock } from "../engines/engine.ts";
import type { Database } from "../schema/schema.ts";
import { listCarriers } from "../takedowns/takedowns.ts";

/**
 * Number of newest articles per feed that are never deleted. Pages show 15 of them. If the newest articles were
 * deleted, the next poll would add them again.
 */
const KEPT_PER_FEED = 30;

/** Position of the last article of a batch. The next batch begins after it. */
export interface DeletionCursor {
  sortedAt: string;
  id: number;
}

export const FIRST_CURSOR: DeletionCursor = { sortedAt: "", id: 0 };

/**
 * Deletes a batch of the oldest articles with their entries. Keeps articles that were taken down, so that no feed can
 * add them again, and so that their URLs respond with 410.
 *
 * @param before ISO 8601 instant; only older articles are deleted
 * @param after `FIRST_CURSOR`, or the cursor that the previous call returned
 * @returns the number of deleted articles, and the cursor for the next batch; null after the last batch
 */
export async function deleteOldArticles(database: Database, before: string, after: DeletionCursor, batchSize: number) {
  return withWriterLock(database, async (transaction) => {
    const batch = await transaction
      .selectFrom("articles")
      .select(["id", "sorted_at as sortedAt"])
      .where("taken_down_at", "is", null)
      .where("sorted_at", "<", before)
      .where("feed_url", "not like", OWN_FEED_PATTERN)
      .where((where) => where(where.refTuple("sorted_at", "id"), ">", where.tuple(after.sortedAt, after.id)))
      .orderBy("sorted_at")
      .orderBy("id")
      .limit(batchSize)
      .execute();
    const old = batch.map(({ id }) => id);
    const newest = await listNewestOfFeeds(transaction, old);
    const ids = old.filter((id) => !newest.has(id));
    await recordArticleChanges(transaction, "deletion", ids, await listCarriers(transaction, ids));
    await transaction.deleteFrom("entries").where("article_id", "in", ids).execute();
    await transaction.deleteFrom("articles").where("id", "in", ids).execute();
    const next = batch.length === batchSize ? (batch.at(-1) ?? null) : null;
    return { deleted: ids.length, next };
  });
}

/** Returns those of the given ids whose articles are among the 30 newest of at least one feed. */
async function listNewestOfFeeds(database: Database, ids: readonly number[]): Promise<Set<number>> {
  // The inner limit ends the count early, so that it does not read all newer entries of the feed.
  const { rows } = await sql<{ id: number }>`
    select distinct article_id as id from entries as old
    where ${getEngine(database).isIn(sql.ref("article_id"), ids)}
      and ${KEPT_PER_FEED} > (select count(*) from (select 1 from entries as newer
        where newer.feed_url = old.feed_url and newer.sorted_at > old.sorted_at limit ${KEPT_PER_FEED}))`.execute(
    database,
  );
  return new Set(rows.map(({ id }) => id));
}
