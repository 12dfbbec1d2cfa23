import { readFile } from "node:fs/promises";
import { getPublicUrl } from "../../editions/schema/address.ts";
import { openParsers } from "../../isolation/parsers.ts";
import { applyReport, parseReport } from "../../newsletter/bounces/reports.ts";
import { getChoosableSections } from "../../newsletter/briefedEdition.ts";
import { parseAddress } from "../../newsletter/subscribing/mailAddress.ts";
import { DELIVERY_DAYS } from "../../newsletter/subscribing/preferences.ts";
import {
  addSubscriber,
  createSubscriberRow,
  findSubscriberByAddress,
  parseSections,
  suppressSubscriber,
} from "../../newsletter/subscribing/subscribers.ts";
import { loadTokens } from "../../newsletter/subscribing/tokens.ts";
import { findNewestIssue } from "../../store/newsletter/issues.ts";
import { createDeliveryLedger } from "../../store/newsletter/ledger.ts";
import { fail, type NewsletterContext, print, showProgress } from "../command.ts";
import { formatCsvLine, parseCsv } from "./csv.ts";

/** Columns of an imported file. A file without a header line must have these columns in this order. */
const COLUMNS = ["email", "days", "sections", "status"] as const;
/** Values of `status` that an import keeps, so importing an exported list subscribes nobody who unsubscribed. */
const PRESERVED_STATES = ["unsubscribed", "suppressed"] as const;

type Row = Record<(typeof COLUMNS)[number], string>;

/** `npx broadsheet newsletter import FILE`: adds the addresses in a CSV file. Returns 1 if any row is invalid. */
export async function importSubscribers(context: NewsletterContext): Promise<number> {
  const { edition, database, options, argument: path } = context;
  const source = await readFile(path, "utf8");
  const tokens = await loadTokens(database);
  const siteUrl = getPublicUrl(edition);
  const sections = getChoosableSections(edition);
  const counts = { added: 0, known: 0, invalid: 0 };

  /** Stores a subscriber whose address is new, and updates `counts`. Returns an error message for an invalid row. */
  async function importRow(row: Row): Promise<string | undefined> {
    const mailbox = parseAddress(row.email);
    if ("fault" in mailbox) return `${JSON.stringify(row.email)}: ${mailbox.fault}`;
    const days = row.days === "" ? "every-day" : DELIVERY_DAYS.find((days) => days === row.days);
    if (!days) return `found the days ${JSON.stringify(row.days)}; expected ${DELIVERY_DAYS.join(", ")}.`;
    const chosen = row.sections.split(/[\s;]+/).filter((slug) => slug !== "" && slug !== "all");
    const unknown = chosen.find((slug) => !sections.includes(slug));
    if (unknown) return `found the section ${JSON.stringify(unknown)}; expected ${sections.join(", ")}.`;
    if (await findSubscriberByAddress(database, tokens, edition.id, mailbox.key)) {
      counts.known++;
      return undefined;
    }
    const now = new Date().toISOString();
    const preferences = { days, sections: chosen.length > 0 ? JSON.stringify(chosen) : null };
    const status =
      PRESERVED_STATES.find((state) => state === row.status) ?? (options.confirmed ? "confirmed" : "pending");
    if (status === "pending") {
      const subscriber = { edition: edition.id, mailbox, source: "import", siteUrl, now, preferences } as const;
      await addSubscriber(database, tokens, subscriber);
    } else {
      const confirmed_at = status === "confirmed" ? now : null;
      const subscriber = createSubscriberRow(edition.id, mailbox, "import", now);
      await database
        .insertInto("subscribers")
        .values({ ...subscriber, ...preferences, status, confirmed_at })
        .execute();
    }
    counts.added++;
    return undefined;
  }

  const lines = parseCsv(source);
  const head = lines[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const columns: readonly string[] = head.includes("email") ? head : COLUMNS;
  const body = head.includes("email") ? lines.slice(1) : lines;
  for (const [index, { line, cells }] of body.entries()) {
    showProgress(index, body.length);
    const row = Object.fromEntries(COLUMNS.map((name) => [name, cells[columns.indexOf(name)] ?? ""])) as Row;
    const fault = await importRow(row).catch((error) => {
      throw new Error(`${path}:${line}: failed to store the row.`, { cause: error });
    });
    if (!fault) continue;
    counts.invalid++;
    print(`${path}:${line}: ${fault}`);
  }
  showProgress(body.length, body.length);
  print(`${counts.added} added, ${counts.known} already known, ${counts.invalid} invalid.`);
  print(
    options.confirmed
      ? "They get the next briefing without being asked: you declared that each of them agreed, and may have to prove it."
      : "Each gets one mail that asks for confirmation, and no briefing until then.",
  );
  return counts.invalid > 0 ? 1 : 0;
}

const HEAD = ["email", "status", "days", "sections", "source", "created_at", "confirmed_at", "changed_at", "reason"];
const BATCH_SIZE = 1000;

/**
 * `npx broadsheet newsletter export`: prints subscribers as CSV, which `import` can read. Omits subscribers whose
 * address is not stored.
 */
export async function exportSubscribers({ edition, database }: NewsletterContext): Promise<number> {
  print(formatCsvLine(HEAD));
  for (let lastId = 0; ; ) {
    const rows = await database
      .selectFrom("subscribers")
      .selectAll()
      .where("edition", "=", edition.id)
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(BATCH_SIZE)
      .execute();
    for (const { id, email, status, days, source, created_at, confirmed_at, changed_at, reason, ...row } of rows) {
      lastId = id;
      if (email === null) continue;
      const sections = parseSections(row.sections)?.join(" ") ?? "all";
      print(formatCsvLine([email, status, days, sections, source, created_at, confirmed_at, changed_at, reason]));
    }
    if (rows.length < BATCH_SIZE) return 0;
  }
}

const SUPPRESSION_REASON = "by the operator";

/** `npx broadsheet newsletter suppress ADDRESS`: stops all mail to an address, even if it never signed up. */
export async function suppressAddress({ argument, edition, database }: NewsletterContext): Promise<number> {
  const mailbox = parseAddress(argument);
  if ("fault" in mailbox) return fail(mailbox.fault);
  const now = new Date().toISOString();
  const known = await findSubscriberByAddress(database, await loadTokens(database), edition.id, mailbox.key);
  if (known) await suppressSubscriber(database, known.id, SUPPRESSION_REASON, now);
  else {
    const row = createSubscriberRow(edition.id, mailbox, "operator", now);
    await database
      .insertInto("subscribers")
      .values({ ...row, status: "suppressed", reason: SUPPRESSION_REASON })
      .execute();
  }
  print(`${mailbox.email} is suppressed${known ? "" : "; it was not on the list"}. No mail is sent to it.`);
  return 0;
}

const STATUSES = ["confirmed", "pending", "unsubscribed", "suppressed"] as const;

/** `npx broadsheet newsletter status`: prints the latest issue and the numbers of subscribers and waiting mails. */
export async function printNewsletterStatus({ edition, database, config }: NewsletterContext): Promise<number> {
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
    print("No issue has been sent yet.");
    return 0;
  }
  print(`Last issue: ${issue.date}, ${issue.subject}`);
  for (const [state, count] of Object.entries(await createDeliveryLedger(database, issue.id).count()))
    printCount(state, count);
  return 0;
}

const BOUNCE_RESULTS = {
  suppressed: "the address gets no more mail",
  noted: "recorded; the address stays subscribed",
  unknown: "not a delivery of this site",
};

/**
 * `npx broadsheet newsletter bounces FILE`: processes a bounce or complaint that a mail server has written to a file.
 * Returns 1 if the file contains no report on a mail of this site.
 */
export async function processBounce({ argument: path, database }: NewsletterContext): Promise<number> {
  const source = await readFile(path);
  const parsers = openParsers();
  const report = await parseReport(source, parsers).finally(parsers.close);
  if (!report) return fail(`${path}: this mail is neither a delivery report nor a complaint.`);
  const result = await applyReport(database, report, new Date().toISOString());
  print(`${path}: ${report.kind}: ${report.reason}: ${BOUNCE_RESULTS[result]}`);
  return result === "unknown" ? 1 : 0;
}
