import { readFile } from "node:fs/promises";
import { readAddress } from "../../newsletter/address.ts";
import { addSubscriber, newRow, subscriberByAddress } from "../../newsletter/addSubscriber.ts";
import { choosableSections } from "../../newsletter/newsletter.ts";
import { mailSiteUrl } from "../../newsletter/siteUrl.ts";
import { openTokens } from "../../newsletter/tokens.ts";
import type { Days } from "../../store/newsletterSchema.ts";
import { BatchError } from "../batch.ts";
import type { Given } from "./command.ts";
import { readCsv } from "./csv.ts";

const DAYS: readonly Days[] = ["every-day", "weekdays", "saturdays"];
const ALL = "all";
/** Who left, or must not be written to, stays so: an exported list can be taken in again. */
const ENDED = ["unsubscribed", "suppressed"] as const;

/** What a row of the file may be: its columns by their names in its first line, or addresses alone. */
const COLUMNS = ["email", "days", "sections", "status"] as const;

/** `npx broadsheet newsletter import FILE`: puts the addresses of a CSV file on the list. */
export async function importSubscribers(given: Given): Promise<number> {
  const { edition, database, options, words, print, showProgress } = given;
  const path = words[0] ?? "";
  const source = await readFile(path, "utf8").catch(() => {
    throw new BatchError(`${path}: this file cannot be read.`);
  });
  const tokens = await openTokens(database);
  const siteUrl = mailSiteUrl(edition, given.config.SITE_URL);
  const sections = choosableSections(edition);
  const rows = readCsv(source);
  const head = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const hasHead = head.includes("email");
  const columnOf = (name: (typeof COLUMNS)[number]) => (hasHead ? head.indexOf(name) : COLUMNS.indexOf(name));
  const body = hasHead ? rows.slice(1) : rows;
  const counts = { added: 0, known: 0, bad: 0 };
  for (const [index, { line, cells }] of body.entries()) {
    showProgress(index, body.length);
    const read = (name: (typeof COLUMNS)[number]) => cells[columnOf(name)] ?? "";
    const fault = await take(read).catch((error) => {
      throw new Error(`${path}:${line}: the store did not take it.`, { cause: error });
    });
    if (!fault) continue;
    counts.bad++;
    print(`${path}:${line}: ${fault}`);
  }
  showProgress(body.length, body.length);
  const { added, known, bad } = counts;
  print(`${added} added, ${known} on the list already, ${bad} not taken.`);
  print(
    options.confirmed
      ? "They get the next briefing, unasked: you said that each of them agreed to get it, and may be asked to prove that."
      : "Each gets one mail that asks to confirm, and no briefing before that.",
  );
  return bad > 0 ? 1 : 0;

  /** @returns what is wrong with the row */
  async function take(read: (name: (typeof COLUMNS)[number]) => string): Promise<string | undefined> {
    const mailbox = readAddress(read("email"));
    if ("fault" in mailbox) return `${JSON.stringify(read("email"))}: ${mailbox.fault}`;
    const days = read("days") === "" ? "every-day" : DAYS.find((days) => days === read("days"));
    if (!days) return `found the days ${JSON.stringify(read("days"))}; allowed are ${DAYS.join(", ")}.`;
    const wanted = read("sections")
      .split(/[\s;]+/)
      .filter((slug) => slug !== "" && slug !== ALL);
    const foreign = wanted.find((slug) => !sections.includes(slug));
    if (foreign) return `found the section ${JSON.stringify(foreign)}; allowed are ${sections.join(", ")}.`;
    if (await subscriberByAddress(database, tokens, edition.id, mailbox.key)) {
      counts.known++;
      return undefined;
    }
    const now = new Date().toISOString();
    const choice = { days, sections: wanted.length > 0 ? JSON.stringify(wanted) : null };
    const status = ENDED.find((status) => status === read("status")) ?? (options.confirmed ? "confirmed" : "pending");
    if (status === "pending")
      await addSubscriber(database, tokens, { edition: edition.id, mailbox, source: "import", siteUrl, now, choice });
    else
      await database
        .insertInto("subscribers")
        .values({
          ...newRow(edition.id, mailbox, "import", now),
          ...{ ...choice, status, confirmed_at: status === "confirmed" ? now : null },
        })
        .execute();
    counts.added++;
    return undefined;
  }
}
