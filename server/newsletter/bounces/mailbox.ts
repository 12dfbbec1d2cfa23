import type { Logger } from "pino";
import type { Parsers } from "../../isolation/parsers.ts";
import { type Job, startJob } from "../../jobs/job.ts";
import type { Database } from "../../store/schema/schema.ts";
import { applyReport, parseReport } from "./reports.ts";

interface Parts {
  /** URL of the mailbox (IMAP_URL). */
  url: string;
  database: Database;
  parsers: Pick<Parsers, "parse">;
  log: Logger;
}

const INTERVAL_MS = 5 * 60_000;
/** Maximum bytes to read of each mail. Longer reports quote a whole mail, whose body is not needed. */
const MAX_REPORT_BYTES = 256 * 1024;

export function startBounceMailbox(parts: Parts): Pick<Job, "stop"> {
  const run = (signal: AbortSignal) => readBounceMailbox(parts, signal);
  return startJob({ name: "bounce mailbox", intervalMs: INTERVAL_MS, run, log: parts.log });
}

/** Applies the bounces and complaints among a mailbox's unseen mails, and marks each processed mail as seen. */
export async function readBounceMailbox({ url, database, parsers, log }: Parts, signal: AbortSignal): Promise<void> {
  // Imports the module only here: it takes about 10 MB of memory, and few sites read a mailbox.
  const { ImapFlow } = await import("imapflow");
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === "imaps:";
  const client = new ImapFlow({
    host: hostname,
    port: port ? Number(port) : secure ? 993 : 143,
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
  });
  // Ignores the event, since calls that wait for a response throw the same error.
  client.on("error", () => {});
  const counts = { read: 0, suppressed: 0, noted: 0, unknown: 0, others: 0 };
  await client.connect();
  try {
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || "INBOX");
    const unseen = (await client.search({ seen: false }, { uid: true })) || [];
    for (const uid of unseen) {
      if (signal.aborted) break;
      const mail = await client.fetchOne(String(uid), { source: { maxLength: MAX_REPORT_BYTES } }, { uid: true });
      const source = mail ? mail.source : undefined;
      const report = source ? await parseReport(source, parsers) : null;
      counts.read++;
      counts[report ? await applyReport(database, report, new Date().toISOString()) : "others"]++;
      await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
    }
  } finally {
    await client.logout().catch(() => client.close());
  }
  if (counts.read > 0) log.info(counts, "bounce mailbox read");
}
