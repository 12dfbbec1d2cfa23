import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { takesMessages } from "../../contact/contact.ts";
import { readDkimKey } from "../../mail/dkim.ts";
import { checkMailServer } from "../../mail/transport.ts";
import { getStorePath } from "../../store/open.ts";
import { findPollState } from "../../store/queues.ts";
import { checkIntegrity } from "../../store/snapshot.ts";
import type { Check, Finding, Patient } from "./finding.ts";
import { fault, ok, reasonOf, unknown, warning } from "./finding.ts";

const MAIL_TIMEOUT_MS = 8000;
/**
 * Maximum size, in bytes, of a store that `doctor` checks. Checking a store of this size takes about a second. `backup`
 * checks larger stores, too.
 */
const MAX_CHECKED_BYTES = 500e6;

export const SITE_DATA_CHECKS: readonly Check[] = [
  { subject: "store", run: checkStore },
  { subject: "feeds", run: checkFeeds },
  { subject: "mail", run: checkMail },
];

async function checkStore({ config, database }: Patient): Promise<Finding | Finding[]> {
  // `openStore` has reported why the store did not open.
  if (!database) return [];
  const path = getStorePath(config.DATABASE_URL);
  if (path === null) return ok("The store responds, and has all migrations of this version.");
  const [file, folder] = await Promise.all([stat(path), stat(dirname(path))]);
  if (file.uid !== folder.uid)
    return fault(
      `${path} belongs to a different user than its folder, as after a command that root ran.`,
      `chown -R --reference=${dirname(path)} ${dirname(path)}`,
    );
  if (file.size > MAX_CHECKED_BYTES)
    return ok(`${path} opens (${Math.round(file.size / 1e6)} MB, too large to read here: each backup checks it).`);
  const damage = checkIntegrity(path);
  if (damage === null) return ok(`${path} opens, is intact, and has all migrations of this version.`);
  return fault(`${path} is damaged: ${damage}.`, "Restore the last backup: docs/operating.md, “Back up and restore”.");
}

async function checkFeeds({ database }: Patient): Promise<Finding> {
  if (!database) return unknown("The store was not read.");
  const { ok: working, failing, gone, waiting } = (await findPollState(database, new Date().toISOString())).outcomes;
  const count = working + failing + gone + waiting;
  if (count === 0) return ok("No feed is followed yet.");
  const sentence = `${failing + gone} of ${count} feeds fail`;
  if ((failing + gone) * 2 > count)
    return fault(`${sentence}: check the network and the DNS first.`, "broadsheet feeds check fetches each now.");
  if (failing + gone > 0) return warning(`${sentence}.`, "broadsheet feeds prints the error of each.");
  return ok(`${working} of ${count} feeds work, and ${waiting} wait for their first poll.`);
}

async function checkMail({ config, editions }: Patient): Promise<Finding | Finding[]> {
  const users = editions.filter((edition) => edition.newsletter || takesMessages(edition)).map(({ id }) => id);
  if (!config.SMTP_URL)
    return users.length === 0
      ? ok("No edition has a contact form or a briefing, which would need SMTP_URL.")
      : warning(
          `SMTP_URL is not set: messages and sign-ups of ${users.join(", ")} are stored, but not mailed.`,
          "Set SMTP_URL in /etc/broadsheet.env, or run broadsheet setup again.",
        );
  const { host } = new URL(config.SMTP_URL);
  const findings: Finding[] = [];
  try {
    readDkimKey(config);
  } catch (error) {
    findings.push(fault(reasonOf(error), "Correct DKIM_KEY_FILE, and let the server's group read that file."));
  }
  try {
    await checkMailServer(config.SMTP_URL, MAIL_TIMEOUT_MS);
    findings.push(ok(`The mail server ${host} responds and accepts the sign-in.`));
  } catch (error) {
    const isRefused = (error as { code?: string }).code === "EAUTH";
    findings.push(
      isRefused
        ? fault(
            `The mail server ${host} rejects the user name and password.`,
            "Correct them in SMTP_URL, percent-encoded.",
          )
        : fault(
            `The mail server ${host} cannot be used: ${reasonOf(error)}.`,
            "Check host and port of SMTP_URL, and that the provider does not block the port. Mail waits until then.",
          ),
    );
  }
  return findings;
}
