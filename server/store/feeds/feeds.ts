import { sql } from "kysely";
import { addRows, toBatches } from "../batches.ts";
import { insertChanges } from "../changes.ts";
import { getEngine, withWriterLock } from "../engines/engine.ts";
import { isShown } from "../rules/hiddenEntries.ts";
import type { Database, FollowRow } from "../schema/schema.ts";
import { type FeedState, STATE_COLUMNS, toFeedRow, toFeedState } from "./feedState.ts";

/** Due time of a feed that is never polled, because no edition follows it or it was taken down. */
const NEVER = "9999-12-31T00:00:00.000Z";

/** Returns the states of the given feeds; omits unknown feeds. */
export async function listFeedStates(database: Database, urls: readonly string[]): Promise<FeedState[]> {
  if (urls.length === 0) return [];
  const rows = await database.selectFrom("feeds").select(STATE_COLUMNS).where("url", "in", urls).execute();
  return rows.map(toFeedState);
}

/** Returns the URLs of all feeds that have been polled, successfully or not. */
export async function listAttemptedFeeds(database: Database): Promise<Set<string>> {
  const rows = await database.selectFrom("feeds").select("url").where("last_attempt_at", "is not", null).execute();
  return new Set(rows.map(({ url }) => url));
}

/** Returns the states of all followed feeds that have been polled. */
export async function listPolledFeeds(database: Database): Promise<FeedState[]> {
  const feeds = database.selectFrom("feeds").select(STATE_COLUMNS).where("next_poll_at", "<", NEVER);
  return (await feeds.where("last_attempt_at", "is not", null).execute()).map(toFeedState);
}

/** Adds the feeds that are not stored yet. They are due now, in the order of the list. Stored feeds stay unchanged. */
export async function addFeeds(database: Database, urls: readonly string[], now: string): Promise<void> {
  const rows = urls.map((url, index) => ({
    url,
    title: "",
    failures: 0,
    next_poll_at: new Date(Date.parse(now) - urls.length + index).toISOString(),
    redirect_count: 0,
    direct_failures: 0,
  }));
  await addRows(database, "feeds", rows);
}

/** Returns the URLs of the feeds that are due, longest overdue first. */
export async function listDueFeeds(database: Database, now: string): Promise<string[]> {
  const rows = await database
    .selectFrom("feeds")
    .select("url")
    .where("next_poll_at", "<=", now)
    .orderBy("next_poll_at")
    .execute();
  return rows.map(({ url }) => url);
}

/**
 * Makes feeds due now if their last recorded poll is after `now` (ISO 8601). Call this after the clock was set back,
 * since the feeds' next polls would be late.
 */
export async function resumeFeedsOfTheFuture(database: Database, now: string): Promise<void> {
  await database
    .updateTable("feeds")
    .set({ next_poll_at: now })
    .where("last_attempt_at", ">", now)
    .where("next_poll_at", ">", now)
    .where("next_poll_at", "<", NEVER)
    .execute();
}

/** Makes each feed due at its `at` (ISO 8601), unless it is due earlier or never. */
export async function hastenFeeds(database: Database, dues: readonly { url: string; at: string }[]): Promise<void> {
  const at = sql`due.value ->> 'at'`;
  await sql`update feeds set next_poll_at = ${at} from ${getEngine(database).eachObject(dues, "due")}
    where url = due.value ->> 'url' and next_poll_at > ${at} and next_poll_at < ${NEVER}`.execute(database);
}

/**
 * Makes all followed feeds due now. If a relay delivers a feed, makes the feed's next direct request due now, too.
 * Keeps the pauses in `host_backoffs`, since the hosts requested these pauses. Returns the number of followed feeds.
 */
export async function triggerAllFeeds(database: Database, now: string): Promise<number> {
  const result = await database
    .updateTable("feeds")
    .set({ next_poll_at: now, direct_next_at: sql`case when direct_next_at is null then null else ${now} end` })
    .where("next_poll_at", "<", NEVER)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export async function postponeFeed(database: Database, url: string, until: string): Promise<void> {
  const feed = database.updateTable("feeds").set({ next_poll_at: until }).where("url", "=", url);
  await feed.where("next_poll_at", "<", NEVER).execute();
}

/** Makes a feed due at `dueAt` (ISO 8601); null to stop polling the feed. */
export async function parkFeed(database: Database, url: string, dueAt: string | null): Promise<void> {
  const next_poll_at = dueAt ?? NEVER;
  await database.updateTable("feeds").set({ next_poll_at }).where("url", "=", url).execute();
}

/** Stops polling feeds that are missing from `followed`. Resumes stopped feeds in `followed`: they are due now. */
export async function parkUnfollowedFeeds(database: Database, followed: readonly string[], now: string): Promise<void> {
  const isFollowed = getEngine(database).isIn(sql.ref("url"), followed);
  const feeds = database.updateTable("feeds");
  const unfollowed = feeds.set({ next_poll_at: NEVER }).where("next_poll_at", "<", NEVER);
  await unfollowed.where(({ not }) => not(isFollowed)).execute();
  await feeds.set({ next_poll_at: now }).where("next_poll_at", "=", NEVER).where(isFollowed).execute();
}

/**
 * Makes a feed due now, and resets its backoffs, validators and redirect. Returns false if the feed is not stored, or
 * its due time is `NEVER`.
 */
export async function triggerFeed(database: Database, url: string, now: string): Promise<boolean> {
  const backoff = { failures: 0, direct_failures: 0, direct_next_at: null };
  const validators = { etag: null, last_modified: null, validated_at: null };
  const result = await database
    .updateTable("feeds")
    .set({ next_poll_at: now, ...backoff, ...validators, redirected_url: null })
    .where("url", "=", url)
    .where("next_poll_at", "<", NEVER)
    .executeTakeFirst();
  const host = URL.parse(url)?.host;
  if (host) await database.deleteFrom("host_backoffs").where("host", "=", host).execute();
  return result.numUpdatedRows > 0n;
}

/**
 * Stores a feed's state after a poll.
 *
 * @param before state from before the poll; if an operator has changed the stored due time since, that due time stays
 */
export async function saveFeedState(database: Database, state: FeedState, before: FeedState): Promise<void> {
  const row = toFeedRow(state);
  await withWriterLock(database, async (transaction) => {
    const feeds = transaction.insertInto("feeds").values(row);
    // Compares the due time in the statement, since a process that sets a due time takes no writer lock.
    const next_poll_at = sql<string>`case feeds.next_poll_at when ${before.nextPollAt} then excluded.next_poll_at else feeds.next_poll_at end`;
    const isOnPages = JSON.stringify(getShownState(before)) !== JSON.stringify(getShownState(state));
    await getEngine(transaction).insertAndNotify(
      transaction,
      [
        feeds.onConflict((conflict) => conflict.column("url").doUpdateSet({ ...row, next_poll_at })),
        ...insertChanges(transaction, [{ kind: isOnPages ? "poll" : "attempt", sourceUrl: state.url }]),
      ],
      "changes",
    );
  });
}

/** Returns the part of the state that pages other than /sources show. Nearly all polls leave it unchanged. */
function getShownState({ title, lastAttemptAt, lastSuccessAt, lastError }: FeedState) {
  return [title, lastAttemptAt !== null, lastSuccessAt !== null, lastError !== null];
}

/** A feed that a section of an edition follows. `keep_days` is the `keepDays` of the feed's rights. */
export type FeedFollow = Omit<FollowRow, "left_at" | "keep_days"> & Partial<Pick<FollowRow, "keep_days">>;

/**
 * Records which sections follow which feeds. Rows of feeds that are no longer followed stay until their articles are
 * deleted.
 */
export async function recordFollows(database: Database, follows: readonly FeedFollow[]): Promise<void> {
  for (const batch of toBatches(follows.map((follow) => ({ keep_days: null, ...follow, left_at: null }))))
    await database
      .insertInto("follows")
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(["feed_url", "edition", "section"])
          .doUpdateSet(({ ref }) => ({ left_at: null, keep_days: ref("excluded.keep_days") }))
          // Skips unchanged rows, since every write invalidates cached queries.
          .where(sql<boolean>`follows.left_at is not null or follows.keep_days is distinct from excluded.keep_days`),
      )
      .execute();
}

/** Records that the given editions have left all feeds that are missing from `follows`. @param now ISO 8601 */
export async function recordLeftFeeds(
  database: Database,
  editions: readonly string[],
  follows: readonly Pick<FeedFollow, "edition" | "feed_url">[],
  now: string,
): Promise<void> {
  const followed = follows.map(({ edition, feed_url }) => `${edition} ${feed_url}`);
  const isFollowed = getEngine(database).isIn(sql`(edition || ' ' || feed_url)`, followed);
  await database
    .updateTable("follows")
    .set({ left_at: now })
    .where("left_at", "is", null)
    .where("edition", "in", editions)
    .where(({ not }) => not(isFollowed))
    .execute();
}

/** Returns the feeds that each section of an edition follows or followed, as pairs of a section and a feed. */
export async function listFollowedFeeds(database: Database, edition: string) {
  const follows = database.selectFrom("follows").select(["section", "feed_url as feedUrl"]);
  return follows.where("edition", "=", edition).execute();
}

/** Returns the sections of an edition that show at least one article of a current or former feed. */
export async function listSectionsWithNews(database: Database, edition: string): Promise<Set<string>> {
  // "limit 1" and the lack of "distinct" keep SQLite from reading all entries of each feed.
  const { rows } = await sql<{ section: string }>`select section from follows where edition = ${edition}
    and exists (select 1 from entries where entries.feed_url = follows.feed_url
      and ${isShown(edition, { section: sql.ref("follows.section") })} limit 1)`.execute(database);
  return new Set(rows.map(({ section }) => section));
}

/** Returns true if other editions follow, or once followed, feeds that this edition never followed. */
export async function hasFeedsOfOtherEditions(database: Database, edition: string): Promise<boolean> {
  const { rows } = await sql`select 1 from follows
    where feed_url not in (select feed_url from follows where edition = ${edition}) limit 1`.execute(database);
  return rows.length > 0;
}
