import { randomBytes } from "node:crypto";
import { lastQueued, markIssue, queueDeliveries } from "../store/newsletter/deliveries.ts";
import { addIssue, newestIssue, type StoredIssue } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema.ts";
import { subjectOf } from "./briefing.ts";
import { collectContent, type IssueContent, type IssueRadio } from "./content.ts";
import { dueDate } from "./schedule.ts";
import { recipientsOn, type Weekday } from "./subscribers.ts";
import { domainOf } from "./templates/bytes.ts";
import type { BriefedEdition } from "./templates/letter.ts";

interface Parts {
  database: Database;
  edition: BriefedEdition;
  radio: IssueRadio | null;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Puts the day's issue together where it is due.
 *
 * @returns the day, and whether it brought anything to tell; null where nothing is due
 */
export async function putTogetherWhenDue(parts: Parts): Promise<{ date: string; hasNews: boolean } | null> {
  const { database, edition, now } = parts;
  const last = await newestIssue(database, edition.id);
  const date = dueDate(edition.newsletter, edition.timeZone, now, last?.date ?? null);
  if (date === null) return null;
  const content = await collectNow(parts);
  const subject = content ? subjectOf(content.hero) : "";
  await addIssue(database, { edition: edition.id, date, subject, content, now: new Date(now).toISOString() });
  return { date, hasNews: content !== null };
}

/** What an issue would tell that were put together now; null where there is nothing new since the last one. */
export async function collectNow({ database, edition, radio, now }: Parts): Promise<IssueContent | null> {
  const last = await newestIssue(database, edition.id);
  return collectContent({ edition, database, radio, since: last ? Date.parse(last.created_at) : null, now });
}

/** Rows of the ledger in one statement: databases bound how many values one takes. */
const AT_ONCE = 500;
/** Of what nobody can guess: a bounce is believed by it. */
const TOKEN_BYTES = 10;

/** Writes a row into the ledger for everybody who gets an issue. A crash in between costs nothing: it goes on where it was. */
export async function queueForAll(
  database: Database,
  issue: StoredIssue,
  edition: BriefedEdition,
  now: () => number,
): Promise<void> {
  const weekday = Temporal.PlainDate.from(issue.date).dayOfWeek as Weekday;
  const domain = domainOf(edition.newsletter.from.address);
  for (let after = await lastQueued(database, issue.id); ; ) {
    const recipients = await recipientsOn(database, edition.id, weekday, after, AT_ONCE);
    const last = recipients.at(-1);
    if (!last) break;
    const random = randomBytes(TOKEN_BYTES * recipients.length);
    const deliveries = recipients.map(({ id }, index) => {
      const token = random.toString("hex", TOKEN_BYTES * index, TOKEN_BYTES * (index + 1));
      return { subscriber_id: id, verp_token: token, message_id: `<${token}.${issue.date}@${domain}>` };
    });
    const at = new Date(now()).toISOString();
    await queueDeliveries(database, issue.id, deliveries, at);
    after = last.id;
  }
  await markIssue(database, issue.id, "queued_at", new Date(now()).toISOString());
}
