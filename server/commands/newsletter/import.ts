import { readFile } from "node:fs/promises";
import { getChoosableSections } from "../../newsletter/newsletter.ts";
import { mailSiteUrl } from "../../newsletter/siteUrl.ts";
import { parseAddress } from "../../newsletter/subscribing/mailAddress.ts";
import { DAYS } from "../../newsletter/subscribing/preferences.ts";
import {
  addSubscriber,
  createSubscriberRow,
  findSubscriberByAddress,
} from "../../newsletter/subscribing/subscribers.ts";
import { loadTokens } from "../../newsletter/subscribing/tokens.ts";
import { InputError } from "../command.ts";
import type { CommandContext } from "./context.ts";
import { parseCsv } from "./csv.ts";

/** Columns of the file, in this order unless its first line names them. */
const COLUMNS = ["email", "days", "sections", "status"] as const;
/** These states are kept, so that an exported list can be imported again. */
const KEPT_STATES = ["unsubscribed", "suppressed"] as const;

type Row = Record<(typeof COLUMNS)[number], string>;

/** `npx broadsheet newsletter import FILE`: adds the addresses in a CSV file. */
export async function importSubscribers(context: CommandContext): Promise<number> {
  const { edition, database, options, argument: path, print, showProgress } = context;
  const source = await readFile(path, "utf8").catch(() => {
    throw new InputError(`${path}: failed to read the file.`);
  });
  const tokens = await loadTokens(database);
  const siteUrl = mailSiteUrl(edition, context.config.SITE_URL);
  const sections = getChoosableSections(edition);
  const counts = { added: 0, known: 0, invalid: 0 };

  /** @returns the error in the row, if there is one */
  async function importRow(row: Row): Promise<string | undefined> {
    const mailbox = parseAddress(row.email);
    if ("fault" in mailbox) return `${JSON.stringify(row.email)}: ${mailbox.fault}`;
    const days = row.days === "" ? "every-day" : DAYS.find((days) => days === row.days);
    if (!days) return `found the days ${JSON.stringify(row.days)}; allowed are ${DAYS.join(", ")}.`;
    const chosen = row.sections.split(/[\s;]+/).filter((slug) => slug !== "" && slug !== "all");
    const unknown = chosen.find((slug) => !sections.includes(slug));
    if (unknown) return `found the section ${JSON.stringify(unknown)}; allowed are ${sections.join(", ")}.`;
    if (await findSubscriberByAddress(database, tokens, edition.id, mailbox.key)) {
      counts.known++;
      return undefined;
    }
    const now = new Date().toISOString();
    const preferences = { days, sections: chosen.length > 0 ? JSON.stringify(chosen) : null };
    const status = KEPT_STATES.find((state) => state === row.status) ?? (options.confirmed ? "confirmed" : "pending");
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
  print(`${counts.added} added, ${counts.known} known already, ${counts.invalid} invalid.`);
  print(
    options.confirmed
      ? "They get the next briefing without being asked: you declared that each of them agreed, and may have to prove it."
      : "Each gets one mail that asks to confirm, and no briefing before that.",
  );
  return counts.invalid > 0 ? 1 : 0;
}
