import type { Selectable } from "kysely";
import type { Database } from "./open.ts";
import type { FeedRow, FollowRow } from "./schema.ts";

/** How a feed is. Instants are ISO 8601. */
export interface FeedState {
  url: string;
  title: string;
  lastAttemptAt: string | null;
  lastSuccessAt: string | null;
  /** Why the last attempt failed; null where it did not. */
  lastError: string | null;
  failures: number;
  nextPollAt: string;
  transport: string | null;
}

/** How the named feeds are; those that were never asked for are left out. */
export async function feedStatesOf(database: Database, urls: readonly string[]): Promise<FeedState[]> {
  if (urls.length === 0) return [];
  const rows = await database.selectFrom("feeds").selectAll().where("url", "in", urls).execute();
  return rows.map(fromRow);
}

/** Makes new feeds known, due at once; known ones stay as they are. The first of the list is the first that is due. */
export async function addFeeds(database: Database, urls: readonly string[], now: string): Promise<void> {
  if (urls.length === 0) return;
  const rows = urls.map(
    (url, index): FeedRow => ({
      url,
      title: "",
      last_attempt_at: null,
      last_success_at: null,
      last_error: null,
      failures: 0,
      next_poll_at: new Date(Date.parse(now) - urls.length + index).toISOString(),
      transport: null,
    }),
  );
  await database
    .insertInto("feeds")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Those of the named feeds whose time has come, the longest waiting first. */
export async function dueFeeds(database: Database, urls: readonly string[], now: string): Promise<FeedState[]> {
  if (urls.length === 0) return [];
  const rows = await database
    .selectFrom("feeds")
    .selectAll()
    .where("url", "in", urls)
    .where("next_poll_at", "<=", now)
    .orderBy("next_poll_at")
    .execute();
  return rows.map(fromRow);
}

/**
 * Makes a feed due now and forgets its back-off.
 *
 * @returns whether the feed is known
 */
export async function nudgeFeed(database: Database, url: string, now: string): Promise<boolean> {
  const result = await database
    .updateTable("feeds")
    .set({ next_poll_at: now, failures: 0 })
    .where("url", "=", url)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores how a feed is after an attempt. */
export async function saveFeedState(database: Database, state: FeedState): Promise<void> {
  const row: FeedRow = {
    url: state.url,
    title: state.title,
    last_attempt_at: state.lastAttemptAt,
    last_success_at: state.lastSuccessAt,
    last_error: state.lastError,
    failures: state.failures,
    next_poll_at: state.nextPollAt,
    transport: state.transport,
  };
  await database
    .insertInto("feeds")
    .values(row)
    .onConflict((conflict) => conflict.column("url").doUpdateSet(row))
    .execute();
}

/** Remembers which sections follow which feeds; what was followed once is never forgotten. */
export async function recordFollows(database: Database, follows: readonly FollowRow[]): Promise<void> {
  if (follows.length === 0) return;
  await database
    .insertInto("follows")
    .values([...follows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function fromRow(row: Selectable<FeedRow>): FeedState {
  return {
    url: row.url,
    title: row.title,
    lastAttemptAt: row.last_attempt_at,
    lastSuccessAt: row.last_success_at,
    lastError: row.last_error,
    failures: row.failures,
    nextPollAt: row.next_poll_at,
    transport: row.transport,
  };
}
