import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { toLocalDate } from "../../calendars/eventDates.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { getPublicUrl } from "../../editions/schema/address.ts";
import { createLog } from "../../log.ts";
import { createSigner, readDkimKey } from "../../mail/dkim.ts";
import { type SmtpError, summarizeReply } from "../../mail/smtpReplies.ts";
import { openMailPool } from "../../mail/transport.ts";
import { type BriefedEdition, getChoosableSections, hasBriefing } from "../../newsletter/briefedEdition.ts";
import { openBriefings } from "../../newsletter/briefings.ts";
import { collectContent } from "../../newsletter/issueContent.ts";
import { type IssueContent, type IssueRadio, parseIssue } from "../../newsletter/issueSchema.ts";
import { composeSubject } from "../../newsletter/issues/subscriberBriefing.ts";
import { createIssueRenderer } from "../../newsletter/sending/issueRenderer.ts";
import { getDomain, parseAddress, toEnvelopeAddress } from "../../newsletter/subscribing/mailAddress.ts";
import { countRecipientsBySections } from "../../newsletter/subscribing/subscribers.ts";
import { loadTokens } from "../../newsletter/subscribing/tokens.ts";
import { createPlaceholderLinks } from "../../newsletter/templates/issueMessage.ts";
import { renderIssue } from "../../newsletter/templates/renderIssue.ts";
import { findIssue, findNewestIssue, listIssues, type StoredIssue, saveIssue } from "../../store/newsletter/issues.ts";
import { createDeliveryLedger } from "../../store/newsletter/ledger.ts";
import { fail, type NewsletterContext, print, showProgress, UsageError } from "../command.ts";

/** An issue of the briefing, composed by a command or read from the store, to be rendered or sent. */
interface Draft {
  edition: BriefedEdition;
  content: IssueContent;
  /** Database row of the issue, with id 0 if it is not stored. */
  issue: StoredIssue;
}

const PROGRESS_INTERVAL_MS = 500;

/** `npx broadsheet newsletter preview`: renders a new issue, or the latest stored issue if there are no new stories. */
export async function previewBriefing(context: NewsletterContext): Promise<number> {
  const draft = await composeDraftOrReadLast(context);
  if (!draft) return 1;
  const { options, database } = context;
  const { edition, issue, content } = draft;
  const choice = typeof options.sections === "string" ? options.sections.split(/[\s,]+/).filter(Boolean) : null;
  const known = getChoosableSections(edition);
  const unknown = choice?.find((slug) => !known.includes(slug));
  if (unknown !== undefined)
    throw new UsageError(`there is no section "${unknown}" to choose; the sections are ${known.join(", ")}.`);
  const siteUrl = getPublicUrl(edition);
  const links = createPlaceholderLinks(await loadTokens(database), siteUrl, issue.date);
  const { subject, html, text } = renderIssue(content, edition, issue.date, choice, links);
  print(`Subject: ${subject}`);
  print(`HTML: ${Buffer.byteLength(html)} bytes`);
  if (typeof options.out !== "string") {
    print(`\n${text}`);
    return 0;
  }
  await mkdir(options.out, { recursive: true });
  for (const [name, part] of Object.entries({ "briefing.html": html, "briefing.txt": text })) {
    const path = join(options.out, name);
    await writeFile(path, part);
    print(`Wrote ${path}`);
  }
  return 0;
}

/** `npx broadsheet newsletter test ADDRESS`: mails a new issue, or the latest if no story is new. Stores nothing. */
export async function sendTest(context: NewsletterContext): Promise<number> {
  const { argument, config, database } = context;
  const address = parseAddress(argument);
  if ("fault" in address) return fail(address.fault);
  const sign = createSigner(readDkimKey(config));
  const pool = openMailPool({ smtpUrl: config.SMTP_URL, inbox: null }, 1);
  if (!pool) return fail("There is no mail server: set SMTP_URL.");
  try {
    const draft = await composeDraftOrReadLast(context);
    if (!draft) return 1;
    const { edition, issue } = draft;
    const { from } = edition.newsletter;
    const domainName = getDomain(from.address);
    const siteUrl = getPublicUrl(edition);
    const render = createIssueRenderer(issue, edition, await loadTokens(database), siteUrl);
    const messageId = `<test.${Date.now()}@${domainName}>`;
    const nobody = { subscriberId: 0, secret: "", sections: null, messageId };
    const raw = sign(render(nobody, address.email), domainName);
    const message = { from: from.address, to: toEnvelopeAddress(address.email), raw };
    const reply = await pool
      .send(message, async () => true)
      .catch((error: SmtpError) => `not accepted: ${summarizeReply(error.response ?? error.message)}`);
    print(`${address.email}: ${reply}`);
    return reply.startsWith("not accepted") ? 1 : 0;
  } finally {
    pool.close();
  }
}

/** `npx broadsheet newsletter send`: continues an unfinished issue, or else composes and sends today's issue. */
export async function sendBriefing(context: NewsletterContext): Promise<number> {
  const { edition, database, config, options } = context;
  if (options["dry-run"]) return printDryRun(context);
  if (!config.SMTP_URL) return fail("There is no mail server: set SMTP_URL.");
  const newest = await findNewestIssue(database, edition.id);
  if (!newest || newest.finished_at !== null) {
    const draft = await composeDraft(context);
    if (!draft) return 1;
    const { date, subject, created_at: now } = draft.issue;
    if (newest && newest.date >= date) return fail(`The issue of ${newest.date} has been sent. There is one a day.`);
    await saveIssue(database, { edition: edition.id, date, subject, content: draft.content, now });
  }
  const issue = await findNewestIssue(database, edition.id);
  if (!issue) return 1;
  const briefings = await openBriefings({
    editions: { all: () => [edition] },
    database,
    sign: createSigner(readDkimKey(config)),
    log: createLog("silent"),
    radio: listStations,
    smtpUrl: config.SMTP_URL,
  });
  const ledger = createDeliveryLedger(database, issue.id);
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

async function printDryRun(context: NewsletterContext): Promise<number> {
  const { database, edition } = context;
  const draft = await composeDraft(context);
  if (!draft) return 1;
  const { date, subject } = draft.issue;
  const counts = await countRecipientsBySections(database, edition.id, date);
  const total = counts.reduce((sum, count) => sum + count, 0);
  print(`Subject: ${subject}`);
  print(`To: ${total} subscribers with ${counts.length} choices of sections`);
  const isSent = await findIssue(database, edition.id, date);
  print(isSent ? `The issue of ${date} already exists: nothing would be sent.` : "Nothing was sent.");
  return 0;
}

/**
 * Composes an issue from the current stories. Stores nothing. If there are no new stories, or the edition has no
 * briefing, prints the reason and returns null.
 */
async function composeDraft({ edition, database }: NewsletterContext): Promise<Draft | null> {
  if (!hasBriefing(edition)) {
    print(`${edition.id} has no briefing: its edition.yaml has no newsletter.`);
    return null;
  }
  const now = Date.now();
  const content = await collectContent({ database, edition, radio: listStations(edition), now });
  if (!content) {
    print("There is nothing new since the last issue, so nothing would be sent.");
    return null;
  }
  const issue = {
    id: 0,
    edition: edition.id,
    subject: composeSubject(content.hero),
    content: JSON.stringify(content),
    date: toLocalDate(new Date(now).toISOString(), edition.timeZone),
    created_at: new Date(now).toISOString(),
    queued_at: null,
    finished_at: null,
  };
  return { edition, content, issue };
}

/** Composes an issue from the current stories, or else returns the latest stored issue; null if there is none. */
async function composeDraftOrReadLast(context: NewsletterContext): Promise<Draft | null> {
  const draft = await composeDraft(context);
  const { edition, database } = context;
  if (draft || !hasBriefing(edition)) return draft;
  const [last] = await listIssues(database, edition.id, 1);
  const issue = last && (await findIssue(database, edition.id, last.date));
  if (!issue) return null;
  print(`This is the issue of ${issue.date} again.`);
  return { edition, content: parseIssue(issue), issue };
}

/** Returns the edition's stations without their current tracks, which only the server knows; null without a radio. */
function listStations({ radio }: Edition): IssueRadio | null {
  return radio ? { title: radio.title, stations: radio.stations.map(({ name }) => ({ name, playing: null })) } : null;
}
