import { findNewestIssue } from "../../store/newsletter/issues.ts";
import { createLedger } from "../../store/newsletter/ledger.ts";
import type { CommandContext } from "./context.ts";

const STATUSES = ["confirmed", "pending", "unsubscribed", "suppressed"] as const;

/** `npx broadsheet newsletter status`: prints the numbers of subscribers and waiting mails, and the last issue. */
export async function printNewsletterStatus({ edition, database, config, print }: CommandContext): Promise<number> {
  const printCount = (name: string, count: number) => print(`  ${name.padEnd(13)} ${count}`);
  const counts = await database
    .selectFrom("subscribers")
    .select(["status", ({ fn }) => fn.countAll<number>().as("count")])
    .where("edition", "=", edition.id)
    .groupBy("status")
    .execute();
  print(`${edition.name} (${edition.id})`);
  for (const status of STATUSES) printCount(status, counts.find((row) => row.status === status)?.count ?? 0);
  const waiting = await database
    .selectFrom("confirmation_mails")
    .innerJoin("subscribers", "subscribers.id", "subscriber_id")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("last_error").as("error")])
    .where("edition", "=", edition.id)
    .where("next_attempt_at", "is not", null)
    .executeTakeFirstOrThrow();
  print(`${waiting.count} confirmation mails waiting${waiting.error ? `; last error: ${waiting.error}` : ""}.`);
  if (!config.SMTP_URL) print("SMTP_URL is not set: no mail is sent. Sign-ups are stored, and mailed once it is set.");
  const issue = await findNewestIssue(database, edition.id);
  if (!issue) {
    print("No issue was sent yet.");
    return 0;
  }
  print(`Last issue: ${issue.date}, ${issue.subject}`);
  for (const [state, count] of Object.entries(await createLedger(database, issue.id).count())) printCount(state, count);
  return 0;
}
