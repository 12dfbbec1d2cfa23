import type { Given } from "./command.ts";

const STATUSES = ["confirmed", "pending", "unsubscribed", "suppressed"] as const;

/** `npx broadsheet newsletter status`: how many are on the list, what waits to be mailed, and what was sent last. */
export async function printNewsletterStatus({ edition, database, config, print }: Given): Promise<number> {
  const counts = await database
    .selectFrom("subscribers")
    .select(["status", ({ fn }) => fn.countAll<number>().as("count")])
    .where("edition", "=", edition.id)
    .groupBy("status")
    .execute();
  print(`${edition.name} (${edition.id})`);
  for (const status of STATUSES)
    print(`  ${status.padEnd(13)} ${counts.find((row) => row.status === status)?.count ?? 0}`);
  const waiting = await database
    .selectFrom("confirmation_mails")
    .innerJoin("subscribers", "subscribers.id", "subscriber_id")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("last_error").as("error")])
    .where("edition", "=", edition.id)
    .where("next_attempt_at", "is not", null)
    .executeTakeFirstOrThrow();
  print(
    `${waiting.count} mails that ask to confirm wait to be sent${waiting.error ? `; last answer: ${waiting.error}` : ""}.`,
  );
  if (!config.SMTP_URL)
    print("SMTP_URL is not set: nothing is mailed. Sign-ups are stored, and mailed once it is set.");
  await printLastIssue({ edition, database, print });
  return 0;
}

async function printLastIssue({ edition, database, print }: Pick<Given, "edition" | "database" | "print">) {
  const issue = await database
    .selectFrom("issues")
    .select(["id", "date", "subject"])
    .where("edition", "=", edition.id)
    .orderBy("date", "desc")
    .executeTakeFirst();
  if (!issue) return print("No issue was sent yet.");
  const deliveries = await database
    .selectFrom("deliveries")
    .select(["state", ({ fn }) => fn.countAll<number>().as("count")])
    .where("issue_id", "=", issue.id)
    .groupBy("state")
    .orderBy("state")
    .execute();
  print(`Last issue: ${issue.date}, ${issue.subject}`);
  for (const { state, count } of deliveries) print(`  ${state.padEnd(13)} ${count}`);
}
