import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "../../log.ts";
import { openBriefings } from "../../newsletter/briefings.ts";
import { composeSubject } from "../../newsletter/issues/briefing.ts";
import { createSigner } from "../../newsletter/sending/dkim.ts";
import { countRecipientsBySections } from "../../newsletter/subscribing/subscribers.ts";
import { findIssue, findNewestIssue, saveIssue } from "../../store/newsletter/issues.ts";
import { createLedger } from "../../store/newsletter/ledger.ts";
import type { CommandContext } from "./context.ts";
import { composeDraft, listStations } from "./draft.ts";

const PROGRESS_INTERVAL_MS = 500;

/** `npx broadsheet newsletter send`: composes today's issue unless it exists, and sends what is due of it. */
export async function sendBriefing(context: CommandContext): Promise<number> {
  const { edition, database, config, options, print, showProgress } = context;
  if (options["dry-run"]) return printDryRun(context);
  if (!config.SMTP_URL) {
    print("There is no mail server: set SMTP_URL.");
    return 1;
  }
  const newest = await findNewestIssue(database, edition.id);
  if (!newest || newest.finished_at !== null) {
    const draft = await composeDraft(context);
    if (!draft) return 1;
    const { content } = draft;
    const { date, created_at: now } = draft.issue;
    if (newest && newest.date >= date) {
      print(`The issue of ${newest.date} is sent. There is one a day.`);
      return 1;
    }
    const subject = composeSubject(content.hero);
    await saveIssue(database, { edition: edition.id, date, subject, content, now });
  }
  const issue = await findNewestIssue(database, edition.id);
  if (!issue) return 1;
  const briefings = await openBriefings({
    ...{ editions: { all: () => [edition] }, database, sign: createSigner(config), log: createLog("silent") },
    radio: listStations,
    smtpUrl: config.SMTP_URL,
    siteUrl: config.SITE_URL,
  });
  const ledger = createLedger(database, issue.id);
  const sending = briefings.sendDue().then(() => false);
  while (await Promise.race([sending, delay(PROGRESS_INTERVAL_MS, true)])) {
    const { sent = 0, failed = 0, suppressed = 0, queued = 0, leased = 0 } = await ledger.count();
    const done = sent + failed + suppressed;
    showProgress(done, done + queued + leased);
  }
  await briefings.stop();
  const counts = await ledger.count();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  showProgress(total, total);
  print(`${issue.date}: ${issue.subject}`);
  print(
    `${counts.sent ?? 0} sent, ${counts.queued ?? 0} deferred, ${counts.failed ?? 0} rejected, ${counts.suppressed ?? 0} no longer wanted`,
  );
  if (counts.queued) print("The running server tries deferred mails again. Without one, run this command again today.");
  return 0;
}

async function printDryRun(context: CommandContext): Promise<number> {
  const { database, edition, print } = context;
  const draft = await composeDraft(context);
  if (!draft) return 1;
  const { date } = draft.issue;
  const counts = await countRecipientsBySections(database, edition.id, date);
  const total = counts.reduce((sum, count) => sum + count, 0);
  print(`Subject: ${composeSubject(draft.content.hero)}`);
  print(`To: ${total} subscribers with ${counts.length} choices of sections`);
  const isSent = await findIssue(database, edition.id, date);
  print(isSent ? `The issue of ${date} exists already: nothing would be sent.` : "Nothing was sent.");
  return 0;
}
