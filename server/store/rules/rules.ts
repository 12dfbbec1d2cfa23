import type { Insertable, Selectable } from "kysely";
import { addRows, saveRow } from "../batches.ts";
import type { AppliedRulesRow } from "../schema/newsroomSchema.ts";
import type { Database, Tables } from "../schema/schema.ts";

/** A rule that an editor has added. `rule` is its JSON. */
export type StoredRule = Selectable<Tables["rules"]>;

/** Returns the rules that editors of all editions have added, in the order in which they were added. */
export async function listStoredRules(database: Database): Promise<StoredRule[]> {
  return database.selectFrom("rules").selectAll().orderBy("id").execute();
}

/** Adds a rule. Call this in the transaction that records the action in the log. */
export async function insertRule(transaction: Database, rule: Insertable<Tables["rules"]>): Promise<StoredRule> {
  return transaction.insertInto("rules").values(rule).returningAll().executeTakeFirstOrThrow();
}

/** Removes a rule and returns it. Returns undefined if the edition has no rule with this id. */
export async function deleteRule(transaction: Database, edition: string, id: number): Promise<StoredRule | undefined> {
  const rules = transaction.deleteFrom("rules").where("edition", "=", edition).where("id", "=", id);
  return rules.returningAll().executeTakeFirst();
}

/** Returns, by edition, the digest of the rules last applied to stored articles, and the progress of applying them. */
export async function listAppliedRules(database: Database): Promise<Map<string, AppliedRulesRow>> {
  const rows = await database.selectFrom("applied_rules").selectAll().execute();
  return new Map(rows.map((row) => [row.edition, row]));
}

export async function saveAppliedRules(transaction: Database, row: AppliedRulesRow): Promise<void> {
  await saveRow(transaction, "applied_rules", row, ["edition"]);
}

/**
 * Stores `at` (ISO 8601), the time at which the age conditions of an edition's rules were checked. If the stored digest
 * differs from `digest`, the rules have changed, and the time is not stored.
 */
export async function saveAppliedAt(
  database: Database,
  { edition, digest }: Pick<AppliedRulesRow, "edition" | "digest">,
  at: string,
): Promise<void> {
  const rows = database.updateTable("applied_rules").set({ applied_at: at }).where("edition", "=", edition);
  await rows.where("digest", "=", digest).execute();
}

/** Stores an editor's decision about an article. Call this in the transaction that records the action in the log. */
export async function saveReview(transaction: Database, review: Insertable<Tables["reviews"]>): Promise<void> {
  await saveRow(transaction, "reviews", review, ["article_id", "edition"]);
}

/** Returns the decisions about the given articles in all editions. */
export async function listReviews(database: Database, ids: readonly number[]) {
  return database.selectFrom("reviews").selectAll().where("article_id", "in", ids).execute();
}

/** A feed whose new stories wait for a review by an edition's editors. */
export interface ReviewedFeed {
  edition: string;
  feed_url: string;
}

/** Returns all editions' reviewed feeds, each with the time `since` (ISO 8601) at which the feed's review began. */
export async function listReviewedFeeds(database: Database) {
  return database.selectFrom("reviewed_feeds").selectAll().execute();
}

/** Records feeds as reviewed from now on, unless they already are. @param now ISO 8601 */
export async function addReviewedFeeds(transaction: Database, feeds: readonly ReviewedFeed[], now: string) {
  const rows = feeds.map((feed) => ({ ...feed, since: now }));
  await addRows(transaction, "reviewed_feeds", rows);
}

/** Deletes an edition's reviewed feeds, except the given ones, which the edition still reviews. */
export async function deleteReviewedFeedsExcept(transaction: Database, edition: string, feedUrls: readonly string[]) {
  const feeds = transaction.deleteFrom("reviewed_feeds").where("edition", "=", edition);
  await (feedUrls.length > 0 ? feeds.where("feed_url", "not in", feedUrls) : feeds).execute();
}

/** Stores the language that a feed declares, for rules about languages. Writes nothing if it is unchanged. */
export async function setFeedLanguage(database: Database, url: string, language: string): Promise<void> {
  const feed = database.updateTable("feeds").set({ language }).where("url", "=", url);
  await feed.where("language", "is distinct from", language).execute();
}
