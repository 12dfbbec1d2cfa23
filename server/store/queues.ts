import { type AliasedRawBuilder, type RawBuilder, sql } from "kysely";
import { writeProbe } from "./clock.ts";
import { getEngine, withWriterLock } from "./engines/engine.ts";
import type { Database } from "./schema/schema.ts";

/** Unsent mails of one kind. */
interface MailQueue {
  kind: "contact" | "confirmation" | "briefing";
  length: number;
  /** Earliest due time of the queue's mails (ISO 8601); null if the queue is empty. */
  oldestAt: string | null;
}

/** Numbers of feeds by the outcome of their last poll. */
interface FeedOutcomes {
  ok: number;
  failing: number;
  /** Number of feeds that responded with 410 (Gone). */
  gone: number;
  /** Number of feeds that have not been polled yet. */
  waiting: number;
}

/** State of all feeds that any edition follows. Instants are ISO 8601. */
export interface PollState {
  outcomes: FeedOutcomes;
  /** Number of `ok` feeds that are not due yet according to their own schedule. */
  upcoming: number;
  /** Number of feeds that wait because their host responded to another feed's poll with Retry-After. */
  paused: number;
  lastSuccessAt: string | null;
  /** Due time of the feed that has been overdue for the longest time; null if no feed is overdue. */
  overdueSince: string | null;
}

const countRows = sql<number>`count(*)`.as("length");

/**
 * Counts the mails that wait to be sent. Includes mails from the contact form to the newsroom, even after failed
 * attempts. Omits confirmations that a reader's mail server has deferred. Omits deferred briefings until their next
 * attempt is due.
 *
 * @param editions ids of the editions of this site; messages of other editions are not mailed
 * @param now ISO 8601
 */
export async function listMailQueues(
  database: Database,
  editions: readonly string[],
  now: string,
): Promise<MailQueue[]> {
  const contact = await database
    .selectFrom("messages")
    .select([countRows, oldest("received_at")])
    .where("mailed_at", "is", null)
    .where("edition", "in", editions)
    .executeTakeFirstOrThrow();
  const confirmation = await database
    .selectFrom("confirmation_mails")
    .select([countRows, oldest("next_attempt_at")])
    .where("next_attempt_at", "<=", now)
    .where("attempts", "=", 0)
    .executeTakeFirstOrThrow();
  const briefing = await database
    .selectFrom("deliveries")
    .select([countRows, oldest("next_attempt_at")])
    .where("issue_id", "in", database.selectFrom("issues").select("id").where("finished_at", "is", null))
    .where("state", "=", "queued")
    .where("next_attempt_at", "<=", now)
    .executeTakeFirstOrThrow();
  return [
    { kind: "contact", ...contact },
    { kind: "confirmation", ...confirmation },
    { kind: "briefing", ...briefing },
  ];
}

function oldest(column: string): AliasedRawBuilder<string | null, "oldestAt"> {
  return sql<string | null>`min(${sql.ref(column)})`.as("oldestAt");
}

/** Returns the state of all feeds that any edition follows. @param now ISO 8601 */
export async function findPollState(database: Database, now: string): Promise<PollState> {
  const isFailing = sql`failures > 0 and last_status is distinct from 410`;
  const isGone = sql`failures > 0 and last_status = 410`;
  const isWaiting = sql`failures = 0 and last_success_at is null`;
  // A paused feed waits for the end of a host's backoff: `postponeFeed` has set `next_poll_at` to a host's `retry_at`.
  const isPaused = sql`failures = 0 and next_poll_at > ${now} and next_poll_at in (select retry_at from host_backoffs)`;
  const { feeds, failing, gone, waiting, ...state } = await database
    .selectFrom("feeds")
    .select([
      sql<number>`count(*)`.as("feeds"),
      countIf(isFailing).as("failing"),
      countIf(isGone).as("gone"),
      countIf(isWaiting).as("waiting"),
      countIf(sql`failures = 0 and last_success_at is not null and next_poll_at > ${now} and not (${isPaused})`).as(
        "upcoming",
      ),
      countIf(isPaused).as("paused"),
      sql<string | null>`max(last_success_at)`.as("lastSuccessAt"),
      sql<string | null>`min(case when next_poll_at <= ${now} then next_poll_at end)`.as("overdueSince"),
    ])
    // Omits unfollowed feeds, which are due in the year 9999.
    .where("next_poll_at", "<", "9999")
    .executeTakeFirstOrThrow();
  return { outcomes: { ok: feeds - failing - gone - waiting, failing, gone, waiting }, ...state };
}

function countIf(condition: RawBuilder<unknown>) {
  return sql<number>`count(*) filter (where ${condition})`;
}

/** Counts the images that are due for download. @param now ISO 8601 */
export async function countDueImages(database: Database, now: string): Promise<number> {
  const due = database.selectFrom("images").select(countRows).where("next_try_at", "<=", now);
  return (await due.executeTakeFirstOrThrow()).length;
}

/**
 * Checks that the store can be written.
 *
 * @param now instant (ISO 8601) to write as a test; null to begin a transaction but write nothing
 * @throws if another connection holds the writer lock for too long, or the store is not writable
 */
export async function checkWritable(database: Database, now: string | null): Promise<void> {
  await withWriterLock(database, async (transaction) => {
    await getEngine(transaction).checkWritable(transaction);
    if (now !== null) await writeProbe(transaction, now);
  });
}
