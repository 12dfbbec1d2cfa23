import type { Generated } from "kysely";

/** The tables of the daily briefing. */
export interface NewsletterTables {
  secrets: SecretRow;
  subscribers: SubscriberRow;
  confirmation_mails: ConfirmationMailRow;
  confirmation_tokens: ConfirmationTokenRow;
  signup_marks: SignupMarkRow;
  issues: IssueRow;
  deliveries: DeliveryRow;
}

/** A key that is made once and never leaves the store: links in old mails and keyed hashes depend on it. */
interface SecretRow {
  name: string;
  value: string;
}

export type SubscriberStatus = "pending" | "confirmed" | "unsubscribed" | "suppressed";

/** On which days the briefing is sent. */
export type Days = "every-day" | "weekdays" | "saturdays";

/** An address that was signed up for one edition's briefing. */
export interface SubscriberRow {
  id: Generated<number>;
  edition: string;
  /** As it was given; null for one that was erased and must stay suppressed. */
  email: string | null;
  /** By which one address is told from another: unique in an edition. A keyed hash where `email` is null. */
  email_key: string;
  /** Random, a part of what the links of this subscriber's mails are made from. */
  secret: string;
  status: SubscriberStatus;
  /** Why it is suppressed or unsubscribed; null where there is nothing to say. */
  reason: string | null;
  /** JSON array of section slugs; null for all sections, those too that the edition gets later. */
  sections: string | null;
  days: Days;
  source: "form" | "import" | "operator";
  created_at: string;
  confirmed_at: string | null;
  changed_at: string;
}

/** A mail that asks whether an address wants the briefing, or tells one that has it so. */
interface ConfirmationMailRow {
  id: Generated<number>;
  subscriber_id: number;
  /** Where its links lead, without a slash at the end. */
  site_url: string;
  requested_at: string;
  /** Null until the mail server has taken it. */
  mailed_at: string | null;
  attempts: number;
  /** Null when it is mailed or given up. */
  next_attempt_at: string | null;
  last_error: string | null;
}

/** What a link in a confirmation mail is worth. Every attempt to mail makes one of its own. */
interface ConfirmationTokenRow {
  /** SHA-256 of the token, which stands in the mail alone. */
  hash: string;
  subscriber_id: number;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** One thing done that is limited: by an address, or by a network. Dropped after a day. */
interface SignupMarkRow {
  id: Generated<number>;
  /** Keyed hash of whatever is limited. */
  mark: string;
  at: string;
}

/** One day's briefing of one edition. */
export interface IssueRow {
  id: Generated<number>;
  edition: string;
  /** The day in the edition's time zone, such as 2025-04-17. */
  date: string;
  subject: string;
  /** JSON: what it tells, from which every subscriber's mail and the page of the issue are made. */
  content: string;
  created_at: string;
  /** When a delivery stood in the ledger for everybody who gets it. */
  queued_at: string | null;
  /** When nothing of it was left to send. */
  finished_at: string | null;
}

/** One row for each issue and subscriber: the ledger by which nobody gets an issue twice or not at all. */
export interface DeliveryRow {
  id: Generated<number>;
  issue_id: number;
  subscriber_id: number;
  /** `leased` to a process that sends it; `suppressed` where the address wanted it no more. */
  state: "queued" | "leased" | "sent" | "failed" | "suppressed";
  lease_holder: string | null;
  /** Written anew while the holder lives. Others look whether it changes, and not at what it says: clocks can be wrong. */
  lease_until: string | null;
  /**
   * Since when its last byte may be out while no answer is written down, which is when a crash cannot tell. Apart from
   * `state`, in whose index it would be written twice more for every mail.
   */
  sending_at: string | null;
  attempts: number;
  next_attempt_at: string | null;
  /** What the mail server said last. */
  last_answer: string | null;
  /** The same at every attempt. */
  message_id: string;
  /** What the envelope's sender carries, by which a bounce is known. */
  verp_token: string;
  sent_at: string | null;
}
