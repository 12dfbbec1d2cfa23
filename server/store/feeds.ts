import type { Selectable } from "kysely";
import type { Rhythm } from "../../core/article.ts";
import { NO_RHYTHM } from "../../core/article.ts";
import type { Database, FeedRow, FollowRow } from "./schema.ts";

/** How a feed is. Instants are ISO 8601. */
export interface FeedState {
  url: string;
  title: string;
  lastAttemptAt: string | null;
  lastSuccessAt: string | null;
  /** Why the last poll failed; null where it did not. */
  lastError: string | null;
  failures: number;
  nextPollAt: string;
  /** What answered last: "direct" or a relay's kind and host. */
  transport: string | null;
  /** The HTTP status of the feed's own last answer; null where there was none. */
  lastStatus: number | null;
  /** Minutes between two polls, by how often the feed publishes; null before the first success. */
  intervalMinutes: number | null;
  /** What the feed last said of how often it is to be asked. */
  rhythm: Rhythm;
  /** What the feed's own last whole answer said of itself, for conditional requests (RFC 9110, 13.1). */
  validators: { etag: string | null; lastModified: string | null; since: string } | null;
  /** The address that is asked in place of `url`, after permanent redirects that proved stable. */
  adoptedUrl: string | null;
  /** A permanent redirect under observation. */
  move: { to: string; count: number; since: string } | null;
  /** How often in a row the feed itself failed while a relay worked, and when it is asked itself again. */
  direct: { failures: number; nextAt: string } | null;
}

/** How the named feeds are; those that were never asked for are left out. */
export async function feedStatesOf(database: Database, urls: readonly string[]): Promise<FeedState[]> {
  if (urls.length === 0) return [];
  const rows = await database.selectFrom("feeds").selectAll().where("url", "in", urls).execute();
  return rows.map(fromRow);
}

/** Makes new feeds known, due at once; known ones stay as they are. The first of the list is the first that is due. */
export async function addFeeds(database: Database, urls: readonly string[], now: string): Promise<void> {
  const rows = urls.map((url, index) => ({
    url,
    title: "",
    failures: 0,
    next_poll_at: new Date(Date.parse(now) - urls.length + index).toISOString(),
    move_count: 0,
    direct_failures: 0,
  }));
  for (let start = 0; start < rows.length; start += 500)
    await database
      .insertInto("feeds")
      .values(rows.slice(start, start + 500))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The addresses of feeds whose time has come, the longest waiting first. */
export async function dueFeeds(database: Database, now: string): Promise<string[]> {
  const rows = await database
    .selectFrom("feeds")
    .select("url")
    .where("next_poll_at", "<=", now)
    .orderBy("next_poll_at")
    .execute();
  return rows.map(({ url }) => url);
}

/** Makes a feed due later, all else left as it is. */
export async function postponeFeed(database: Database, url: string, until: string): Promise<void> {
  await database.updateTable("feeds").set({ next_poll_at: until }).where("url", "=", url).execute();
}

/** Puts feeds that nobody follows any more out of the queue. One that is followed again is due at once. */
export async function keepInQueue(database: Database, followed: readonly string[], now: string): Promise<void> {
  const known = await database.selectFrom("feeds").select(["url", "next_poll_at"]).execute();
  const wanted = new Set(followed);
  for (const { url, next_poll_at } of known) {
    const isParked = next_poll_at === NEVER;
    if (wanted.has(url) !== isParked) continue;
    await database
      .updateTable("feeds")
      .set({ next_poll_at: isParked ? now : NEVER })
      .where("url", "=", url)
      .execute();
  }
}

/** When a feed that nobody follows is due. */
const NEVER = "9999-12-31T00:00:00.000Z";

/**
 * Makes a feed due now and forgets whatever kept it waiting: its back-off, its host's hold, its validators.
 *
 * @returns whether the feed is known, and followed
 */
export async function nudgeFeed(database: Database, url: string, now: string): Promise<boolean> {
  const result = await database
    .updateTable("feeds")
    .set({
      ...{ next_poll_at: now, failures: 0, direct_failures: 0, direct_next_at: null },
      ...{ etag: null, last_modified: null, validated_at: null, adopted_url: null },
    })
    .where("url", "=", url)
    .where("next_poll_at", "<", NEVER)
    .executeTakeFirst();
  const host = URL.parse(url)?.host;
  if (host) await database.deleteFrom("hosts").where("host", "=", host).execute();
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
    last_status: state.lastStatus,
    interval_minutes: state.intervalMinutes,
    rhythm: JSON.stringify(state.rhythm),
    etag: state.validators?.etag ?? null,
    last_modified: state.validators?.lastModified ?? null,
    validated_at: state.validators?.since ?? null,
    adopted_url: state.adoptedUrl,
    move_to: state.move?.to ?? null,
    move_count: state.move?.count ?? 0,
    move_since: state.move?.since ?? null,
    direct_failures: state.direct?.failures ?? 0,
    direct_next_at: state.direct?.nextAt ?? null,
  };
  await database
    .insertInto("feeds")
    .values(row)
    .onConflict((conflict) => conflict.column("url").doUpdateSet(row))
    .execute();
}

/** Remembers which sections follow which feeds; what was followed once is never forgotten. */
export async function recordFollows(database: Database, follows: readonly FollowRow[]): Promise<void> {
  for (let start = 0; start < follows.length; start += 500)
    await database
      .insertInto("follows")
      .values(follows.slice(start, start + 500))
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
    lastStatus: row.last_status,
    intervalMinutes: row.interval_minutes,
    rhythm: row.rhythm ? JSON.parse(row.rhythm) : NO_RHYTHM,
    validators: row.validated_at ? { etag: row.etag, lastModified: row.last_modified, since: row.validated_at } : null,
    adoptedUrl: row.adopted_url,
    move: row.move_to && row.move_since ? { to: row.move_to, count: row.move_count, since: row.move_since } : null,
    direct: row.direct_next_at ? { failures: row.direct_failures, nextAt: row.direct_next_at } : null,
  };
}
