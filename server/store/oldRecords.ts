import { sql } from "kysely";
import { recordEditionChanges } from "./changes.ts";
import { withWriterLock } from "./engines/engine.ts";
import { giveUpIssues, moveToTotals } from "./newsletter/totals.ts";
import type { Database } from "./schema/schema.ts";

/** Number of versions per staff story that are kept, regardless of age. */
const KEPT_VERSIONS = 20;

/** Deletes a batch of rows from before an instant (ISO 8601). `isLast` is false if there may be more such rows. */
export type DeleteBatch = (database: Database, before: string, batchSize: number) => Promise<Batch>;

interface Batch {
  deleted: number;
  isLast: boolean;
}

const toBatch = (deleted: number, batchSize: number): Batch => ({ deleted, isLast: deleted < batchSize });

/**
 * Deletes the deliveries of issues created before an instant, and stores only their number per state. Marks these
 * issues as finished: if sending resumed without the deliveries, a reader could get an issue twice.
 */
export const deleteOldDeliveries: DeleteBatch = (database, before, batchSize) =>
  withWriterLock(database, async (transaction) => {
    await giveUpIssues(transaction, before);
    const old = await transaction
      .selectFrom("deliveries")
      .select(["id", "issue_id", "state"])
      .where("issue_id", "in", transaction.selectFrom("issues").select("id").where("created_at", "<", before))
      .limit(batchSize)
      .execute();
    await moveToTotals(transaction, old);
    return toBatch(old.length, batchSize);
  });

/**
 * Deletes issues that were created before an instant and have no deliveries left. Keeps each edition's newest issue
 * with news.
 */
export const deleteOldIssues: DeleteBatch = (database, before, batchSize) =>
  withWriterLock(database, async (transaction) => {
    const newest = transaction
      .selectFrom("issues")
      .select(({ fn }) => fn.max("id").as("id"))
      .where("content", "<>", "null")
      .groupBy("edition");
    const old = await transaction
      .selectFrom("issues")
      .select(["id", "edition"])
      .where("created_at", "<", before)
      .where("id", "not in", newest)
      .where("id", "not in", transaction.selectFrom("deliveries").select("issue_id"))
      .limit(batchSize)
      .execute();
    const ids = old.map(({ id }) => id);
    await transaction.deleteFrom("delivery_totals").where("issue_id", "in", ids).execute();
    await transaction.deleteFrom("issues").where("id", "in", ids).execute();
    await recordEditionChanges(transaction, "issue", old);
    return toBatch(old.length, batchSize);
  });

/** Deletes from the log of editors' actions all entries that were made before an instant (ISO 8601). */
export const deleteOldActions: DeleteBatch = async (database, before, batchSize) => {
  const old = database.selectFrom("editor_log").select("id").where("at", "<", before).limit(batchSize);
  const { numDeletedRows } = await database.deleteFrom("editor_log").where("id", "in", old).executeTakeFirst();
  return toBatch(Number(numDeletedRows), batchSize);
};

/** Deletes versions of staff stories saved before an instant (ISO 8601), except the newest 20 of each story. */
export const deleteOldStoryVersions: DeleteBatch = async (database, before, batchSize) => {
  const { numAffectedRows = 0n } = await sql`
    delete from staff_story_versions where (story_id, number) in (
      select story_id, number from staff_story_versions inner join staff_stories on staff_stories.id = story_id
      where saved_at < ${before} and number <= staff_stories.version - ${sql.lit(KEPT_VERSIONS)}
      limit ${sql.lit(batchSize)})`.execute(database);
  return toBatch(Number(numAffectedRows), batchSize);
};

/** Deletes alerts that ended before an instant (ISO 8601). */
export const deleteOldAlerts: DeleteBatch = async (database, before, batchSize) => {
  const ended = database.selectFrom("alerts").select("id").where("state", "=", "ended").where("ends_at", "<", before);
  const { numDeletedRows } = await database
    .deleteFrom("alerts")
    .where("id", "in", ended.limit(batchSize))
    .executeTakeFirst();
  return toBatch(Number(numDeletedRows), batchSize);
};
