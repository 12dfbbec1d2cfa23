import { toBatches } from "./batches.ts";
import { getEngine, type Insert, insertRows } from "./engines/engine.ts";
import type { ChangeKind } from "./schema/changesSchema.ts";
import type { Database } from "./schema/schema.ts";

/**
 * A change to record. Without `edition`, it affects all editions that show the source. Without `edition` and
 * `sourceUrl`, it affects all editions.
 */
interface NewChange {
  kind: ChangeKind;
  edition?: string;
  /** URL of the feed or calendar. */
  sourceUrl?: string;
  articleId?: number;
}

/** Changes of one kind with the same edition and source. */
export interface ChangeGroup {
  kind: ChangeKind;
  edition: string | null;
  sourceUrl: string | null;
  /** The highest id of the changes. */
  id: number;
}

/**
 * Records changes. Call this in the transaction that makes the changes. Processes that show or index the store learn of
 * changes only from these records, and a crash between two transactions would lose them.
 */
export async function recordChanges(database: Database, changes: readonly NewChange[]): Promise<void> {
  await getEngine(database).insertAndNotify(database, insertChanges(database, changes), "changes");
}

/** Builds the statements that record changes. */
export function insertChanges(database: Database, changes: readonly NewChange[]): Insert[] {
  const changed_at = new Date().toISOString();
  const rows = changes.map(({ kind, edition = null, sourceUrl = null, articleId = null }) => {
    return { kind, edition, source_url: sourceUrl, article_id: articleId, changed_at };
  });
  return [...toBatches(rows)].map((batch) => insertRows(database, "changes", batch));
}

/** Records that the pages of all editions to which the rows belong are out of date. */
export async function recordEditionChanges(database: Database, kind: ChangeKind, rows: readonly { edition: string }[]) {
  const editions = new Set(rows.map(({ edition }) => edition));
  const changes = Array.from(editions, (edition) => ({ kind, edition }));
  await recordChanges(database, changes);
}

/** Records changes of articles, and of the feeds that carry or carried them. */
export async function recordArticleChanges(
  database: Database,
  kind: ChangeKind,
  ids: readonly number[],
  feeds: readonly string[],
): Promise<void> {
  await recordChanges(database, listArticleChanges(kind, ids, feeds));
}

/** Returns the changes to record for articles, and for the feeds that carry these articles or carried them before. */
export function listArticleChanges(kind: ChangeKind, ids: readonly number[], feeds: readonly string[]): NewChange[] {
  const [sourceUrl, ...otherFeeds] = feeds;
  // Adds no row per pair of article and feed: pages need only the feeds, and the search index only the articles.
  return [
    ...ids.map((articleId) => ({ kind, articleId, ...(sourceUrl !== undefined && { sourceUrl }) })),
    ...(ids.length > 0 ? otherFeeds : feeds).map((url) => ({ kind, sourceUrl: url })),
  ];
}

/** Returns the id of the newest change. A store always has a change, since a migration recorded the first. */
export async function findLastChange(database: Database): Promise<number> {
  const changes = database.selectFrom("changes").select(({ fn }) => fn.max("id").as("id"));
  return Number((await changes.executeTakeFirst())?.id ?? 0);
}

/** Returns the changes after the one with the id `after`, grouped by kind, edition and source, oldest first. */
export async function listChangeGroups(database: Database, after: number): Promise<ChangeGroup[]> {
  return database
    .selectFrom("changes")
    .select(({ fn }) => ["kind", "edition", "source_url as sourceUrl", fn.max("id").as("id")])
    .where("id", ">", after)
    .groupBy(["kind", "edition", "source_url"])
    .orderBy("id")
    .execute();
}

/** Returns the URLs of feeds whose articles were changed since an instant (ISO 8601). */
export async function listFeedsChangedSince(database: Database, since: string): Promise<string[]> {
  const rows = await database
    .selectFrom("changes")
    .select("source_url as url")
    .distinct()
    .where("changed_at", ">=", since)
    .where("kind", "in", ["article", "takedown", "rule"])
    .execute();
  return rows.flatMap(({ url }) => url ?? []);
}

/** Returns up to `limit` changes after the one with the id `after`, oldest first, without grouping them. */
export async function listChanges(database: Database, after: number, limit: number) {
  return database
    .selectFrom("changes")
    .select(["id", "kind", "article_id as articleId", "changed_at as changedAt"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Returns the time of a change (ISO 8601); undefined if it was deleted. */
export async function findChangeTime(database: Database, id: number): Promise<string | undefined> {
  const changes = database.selectFrom("changes").select("changed_at");
  return (await changes.where("id", "=", id).executeTakeFirst())?.changed_at;
}

/**
 * Finds the first change with a time from `before` to `now` (both ISO 8601), and deletes all changes recorded earlier.
 * If no change has such a time, deletes nothing.
 */
export async function deleteOldChanges(database: Database, before: string, now: string): Promise<void> {
  const recent = database.selectFrom("changes").select(({ fn }) => fn.min("id").as("id"));
  const first = recent.where("changed_at", ">=", before).where("changed_at", "<=", now);
  await database.deleteFrom("changes").where("id", "<", first).execute();
}
