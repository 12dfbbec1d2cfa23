import { openLog } from "../../log.ts";
import { subjectOf } from "../../newsletter/briefing.ts";
import { openBriefings } from "../../newsletter/briefings.ts";
import { openSigner } from "../../newsletter/sending/dkim.ts";
import { recipientsOn, type Weekday } from "../../newsletter/subscribers.ts";
import { countDeliveries } from "../../store/newsletter/deliveries.ts";
import { addIssue, issueOn, newestIssue } from "../../store/newsletter/issues.ts";
import type { Given } from "./command.ts";
import { type Draft, draftNow, silentRadio } from "./draft.ts";

/** `npx broadsheet newsletter send`: puts today's issue together, unless there is one, and mails what is due of it. */
export async function sendBriefing(given: Given): Promise<number> {
  const { edition, database, config, options, print, showProgress } = given;
  if (options["dry-run"]) return tellOnly(given);
  if (!config.SMTP_URL) {
    print("There is no mail server: set SMTP_URL.");
    return 1;
  }
  const newest = await newestIssue(database, edition.id);
  if (!newest || newest.finished_at !== null) {
    const draft = await draftNow(given);
    if (!draft) return 1;
    const { date, created_at } = draft.issue;
    if (newest && newest.date >= date) {
      print(`The issue of ${newest.date} is sent. There is one a day.`);
      return 1;
    }
    const { content } = draft;
    const subject = subjectOf(content.hero);
    await addIssue(database, { edition: edition.id, date, subject, content, now: created_at });
  }
  const issue = await newestIssue(database, edition.id);
  if (!issue) return 1;
  let sent = 0;
  let all = 0;
  const briefings = await openBriefings({
    ...{ editions: { all: () => [edition] }, database, sign: openSigner(config), log: openLog("silent") },
    radio: silentRadio,
    smtpUrl: config.SMTP_URL,
    siteUrl: config.SITE_URL,
    onSent: () => showProgress(++sent, all),
    onQueued: (count) => {
      all = count;
    },
  });
  await briefings.tick();
  await briefings.stop();
  showProgress(all, all);
  const counts = await countDeliveries(database, issue.id);
  print(`${issue.date}: ${issue.subject}`);
  print(
    `${counts.sent ?? 0} sent, ${counts.queued ?? 0} to be tried again, ${counts.failed ?? 0} refused, ${counts.suppressed ?? 0} not wanted any more`,
  );
  if (counts.queued) print("The running server tries again; without one, call this again within the day.");
  return 0;
}

async function tellOnly(given: Given): Promise<number> {
  const { database, edition, print } = given;
  const draft = await draftNow(given);
  if (!draft) return 1;
  const known = await issueOn(database, edition.id, draft.issue.date);
  const choices = await countChoices(given, draft);
  const total = [...choices.values()].reduce((sum, count) => sum + count, 0);
  print(`Subject: ${subjectOf(draft.content.hero)}`);
  print(`To: ${total} subscribers, in ${choices.size} choices of sections`);
  print(known ? `There is an issue of ${known.date} already: nothing would be sent.` : "Nothing was sent.");
  return 0;
}

async function countChoices({ database, edition }: Given, { issue }: Draft): Promise<Map<string, number>> {
  const weekday = Temporal.PlainDate.from(issue.date).dayOfWeek as Weekday;
  const choices = new Map<string, number>();
  for (let last = 0; ; ) {
    const batch = await recipientsOn(database, edition.id, weekday, last, 1000);
    for (const { sections } of batch) {
      const key = sections?.join(" ") ?? "";
      choices.set(key, (choices.get(key) ?? 0) + 1);
    }
    const end = batch.at(-1);
    if (!end) return choices;
    last = end.id;
  }
}
