import type { Selectable } from "kysely";
import { z } from "zod";
import { NO_REQUESTED_INTERVAL, type RequestedInterval } from "../../../core/article.ts";
import type { FeedRow } from "../schema/schema.ts";
import { parseStored } from "../storedJson.ts";

/** The state of a feed. Instants are ISO 8601. */
export interface FeedState {
  url: string;
  title: string;
  lastAttemptAt: string | null;
  lastSuccessAt: string | null;
  /** Error message of the last poll; null if it succeeded. */
  lastError: string | null;
  /** Number of failed polls since the last success. */
  failures: number;
  nextPollAt: string;
  /** Transport of the last response: "direct", or a relay's kind and host. */
  transport: string | null;
  /** HTTP status of the last direct response; null if there was none. */
  lastStatus: number | null;
  /** Polling interval in minutes, based on how often the feed publishes; null before the first success. */
  intervalMinutes: number | null;
  requestedInterval: RequestedInterval;
  /** Validators of the last complete direct response, for conditional requests (RFC 9110, section 13.1). */
  validators: { etag: string | null; lastModified: string | null; since: string } | null;
  /** URL to request instead of `url`, since permanent redirects to it have proved stable; null if there is none. */
  adoptedUrl: string | null;
  /**
   * Permanent redirect that is not adopted yet: its target, the number of consecutive polls that were redirected there,
   * and the time of the first of these polls. Null for none.
   */
  move: { to: string; count: number; since: string } | null;
  /**
   * Backoff of direct requests while a relay works: number of consecutive direct failures, and time of the next direct
   * request. Null if direct requests succeed.
   */
  direct: { failures: number; nextAt: string } | null;
}

/**
 * Columns to select for `toFeedState`. Most pages select them, so the statement should be prepared. PostgreSQL
 * statements with `*` are never prepared.
 */
export const STATE_COLUMNS = [
  ...(["url", "title", "failures", "transport", "last_error", "last_status", "last_attempt_at"] as const),
  ...(["last_success_at", "next_poll_at", "interval_minutes", "requested_interval", "etag", "last_modified"] as const),
  ...(["validated_at", "redirected_url", "redirect_to", "redirect_count", "redirect_since"] as const),
  ...(["direct_failures", "direct_next_at"] as const),
];

const requestedIntervalSchema: z.ZodType<RequestedInterval> = z.object({
  ttlMinutes: z.number().nullable(),
  updateMinutes: z.number().nullable(),
  skipHours: z.array(z.number()),
  skipDays: z.array(z.number()),
});

export function toFeedRow(state: FeedState): FeedRow {
  const { url, title, failures, transport, validators, move, direct } = state;
  return {
    url,
    title,
    failures,
    transport,
    last_error: state.lastError,
    last_status: state.lastStatus,
    last_attempt_at: state.lastAttemptAt,
    last_success_at: state.lastSuccessAt,
    next_poll_at: state.nextPollAt,
    interval_minutes: state.intervalMinutes,
    requested_interval: JSON.stringify(state.requestedInterval),
    etag: validators?.etag ?? null,
    last_modified: validators?.lastModified ?? null,
    validated_at: validators?.since ?? null,
    redirected_url: state.adoptedUrl,
    redirect_to: move?.to ?? null,
    redirect_count: move?.count ?? 0,
    redirect_since: move?.since ?? null,
    direct_failures: direct?.failures ?? 0,
    direct_next_at: direct?.nextAt ?? null,
  };
}

export function toFeedState(row: Omit<Selectable<FeedRow>, "language">): FeedState {
  const { url, title, failures, transport, redirect_to, redirect_since } = row;
  return {
    url,
    title,
    failures,
    transport,
    lastError: row.last_error,
    lastStatus: row.last_status,
    lastAttemptAt: row.last_attempt_at,
    lastSuccessAt: row.last_success_at,
    nextPollAt: row.next_poll_at,
    intervalMinutes: row.interval_minutes,
    requestedInterval: row.requested_interval
      ? parseStored(requestedIntervalSchema, row.requested_interval, `interval of ${url}`)
      : NO_REQUESTED_INTERVAL,
    validators: row.validated_at ? { etag: row.etag, lastModified: row.last_modified, since: row.validated_at } : null,
    adoptedUrl: row.redirected_url,
    move: redirect_to && redirect_since ? { to: redirect_to, count: row.redirect_count, since: redirect_since } : null,
    direct: row.direct_next_at ? { failures: row.direct_failures, nextAt: row.direct_next_at } : null,
  };
}
