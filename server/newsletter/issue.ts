import { randomBytes } from "node:crypto";
import { findNewestIssue, markIssue, type StoredIssue, saveIssue } from "../store/newsletter/issues.ts";
import { createLedger } from "../store/newsletter/ledger.ts";
import type { Database } from "../store/schema.ts";
import { collectContent, type IssueRadio } from "./content.ts";
import { composeSubject } from "./issues/briefing.ts";
import { findDueDate } from "./issues/issueSchedule.ts";
import { getDomain } from "./subscribing/mailAddress.ts";
import { findRecipients } from "./subscribing/subscribers.ts";
import type { BriefedEdition } from "./templates/letter.ts";

interface Sources {
  database: Database;
  edition: BriefedEdition;
  radio: IssueRadio | null;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Composes and stores the day's issue if it is due.
 *
 * @returns its date, and whether there was anything new; null if nothing is due
 */
export async function composeDueIssue(sources: Sources): Promise<{ date: string; hasNews: boolean } | null> {
  const { database, edition, now } = sources;
  const last = await findNewestIssue(database, edition.id);
  const date = findDueDate(edition.newsletter, edition.timeZone, now, last?.date ?? null);
  if (date === null) return null;
  const content = await collectContent(sources);
  const subject = content ? composeSubject(content.hero) : "";
  await saveIssue(database, { edition: edition.id, date, subject, content, now: new Date(now).toISOString() });
  return { date, hasNews: content !== null };
}

/** Rows per insert statement: databases limit the number of its parameters. */
const BATCH_SIZE = 500;
/** Length of the token by which a bounce is believed. */
const VERP_TOKEN_BYTES = 10;

/** Adds a delivery for every recipient of an issue to the ledger. After a crash it resumes where it stopped. */
export async function queueIssue(
  database: Database,
  { id, date }: StoredIssue,
  edition: BriefedEdition,
  now: () => number,
): Promise<void> {
  const domain = getDomain(edition.newsletter.from.address);
  const toDelivery = (subscriberId: number) => {
    const token = randomBytes(VERP_TOKEN_BYTES).toString("hex");
    return { subscriber_id: subscriberId, verp_token: token, message_id: `<${token}.${date}@${domain}>` };
  };
  const ledger = createLedger(database, id);
  let lastId = await ledger.findLastQueued();
  for (;;) {
    const recipients = await findRecipients(database, edition.id, date, lastId, BATCH_SIZE);
    if (recipients.length === 0) break;
    await ledger.queue(recipients.map(toDelivery), new Date(now()).toISOString());
    lastId = recipients.at(-1) ?? lastId;
  }
  await markIssue(database, id, "queued_at", new Date(now()).toISOString());
}
