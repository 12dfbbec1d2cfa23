import type { Generated } from "kysely";

/** The tables of the daily briefing. */
export interface NewsletterTables {
  secrets: SecretRow;
  subscribers: SubscriberRow;
  confirmation_mails: ConfirmationMailRow;
  confirmation_tokens: ConfirmationTokenRow;
  rate_limit_hits: RateLimitHitRow;
  issues: IssueRow;
  deliveries: DeliveryRow;
  delivery_totals: DeliveryTotalRow;
}

/** A key that is generated once and never replaced: links in old mails and keyed hashes depend on it. */
interface SecretRow {
  name: string;
  value: string;
}

type SubscriberStatus = "pending" | "confirmed" | "unsubscribed" | "suppressed";

/** Days on which a subscriber gets the briefing. */
export type DeliveryDays = "every-day" | "weekdays" | "saturdays";

/** An address that was signed up for the briefing of one edition. */
export interface SubscriberRow {
  id: Generated<number>;
  edition: string;
  /** Address as it was entered; null if it was erased and must stay suppressed. */
  email: string | null;
  /** Key of the address, unique in its edition; a keyed hash if `email` is null. */
  email_key: string;
  /** Random part of the links in this subscriber's mails. */
  secret: string;
  status: SubscriberStatus;
  /** Reason why the address is suppressed or unsubscribed; null if none is recorded. */
  reason: string | null;
  /** JSON array of section slugs; null for all sections, including those added later. */
  sections: string | null;
  days: DeliveryDays;
  source: "form" | "import" | "operator";
  created_at: string;
  confirmed_at: string | null;
  changed_at: string;
}

/** A mail that asks a subscriber for confirmation, or says that the address is already subscribed. */
interface ConfirmationMailRow {
  id: Generated<number>;
  subscriber_id: number;
  /** Base URL of the mail's links, without a trailing slash. */
  site_url: string;
  requested_at: string;
  /** Time at which the mail server accepted the mail; null until then. */
  mailed_at: string | null;
  attempts: number;
  /** Time of the next attempt; null once the mail was sent or given up. */
  next_attempt_at: string | null;
  last_error: string | null;
}

/** The token of a confirmation link. Each attempt to send a mail creates a new token. */
interface ConfirmationTokenRow {
  /** SHA-256 of the token; only the mail contains the token itself. */
  hash: string;
  subscriber_id: number;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** One hit against a rate limit, such as the limit for an address or a network. It is deleted after a day. */
interface RateLimitHitRow {
  id: Generated<number>;
  /** Keyed hash of the limit's subject: an address, a domain, a network, or all networks together. */
  key_hash: string;
  at: string;
}

/** The briefing of one edition on one day. */
export interface IssueRow {
  id: Generated<number>;
  edition: string;
  /** Date in the edition's time zone, such as 2025-04-17. */
  date: string;
  subject: string;
  /** JSON of the content from which each subscriber's mail and the issue's page are rendered. */
  content: string;
  created_at: string;
  /** Time at which the delivery rows of all recipients had been stored; null before that. */
  queued_at: string | null;
  /** Time at which all deliveries had ended; null before that. */
  finished_at: string | null;
}

/** State of a delivery. `leased`: a process sends the mail. `suppressed`: the subscriber left, so no mail was sent. */
export type DeliveryState = "queued" | "leased" | "sent" | "failed" | "suppressed";

/**
 * Delivery of an issue to a subscriber. There is only one row for each pair, so that no issue is queued for a
 * subscriber twice. After 30 days, rows of `DeliveryTotalRow` replace these rows (retention.ts).
 */
export interface DeliveryRow {
  id: Generated<number>;
  issue_id: number;
  subscriber_id: number;
  state: DeliveryState;
  lease_holder: string | null;
  /** Last heartbeat of the holder, by its own clock. Clocks may differ, so other processes only check for a change. */
  lease_until: string | null;
  /**
   * Time at which the last byte of the mail was about to be sent; null before that, and after the reply was recorded.
   * It is not part of `state`: that column is indexed, so each change of `state` costs two more writes per mail.
   */
  sending_at: string | null;
  attempts: number;
  next_attempt_at: string | null;
  /** Last reply of the mail server, or the summary of a later bounce. */
  last_reply: string | null;
  /** Message-ID, the same for every attempt. */
  message_id: string;
  /** Token in the envelope sender, to assign a bounce to the delivery. */
  verp_token: string;
  sent_at: string | null;
}

/** Number of the deleted delivery rows that had this issue and this state. */
interface DeliveryTotalRow {
  issue_id: number;
  state: DeliveryState;
  count: number;
}
