import { ImapFlow } from "imapflow";
import type { Logger } from "pino";
import type { Database } from "../../store/schema.ts";
import { readReport } from "./report.ts";
import { takeReport } from "./take.ts";

interface Parts {
  /** Where the mailbox is, as IMAP_URL has it. */
  url: string;
  database: Database;
  log: Logger;
}

/** A mailbox that is looked through. */
export interface BounceMailbox {
  stop(): Promise<void>;
}

const EVERY_MS = 5 * 60_000;
/** Longer than any report; the rest of the mail that it quotes is not needed. */
const LONGEST = 256 * 1024;

/** Looks through a mailbox every few minutes for bounces and complaints. What it has read it marks as seen. */
export function startBounceMailbox({ url, database, log }: Parts): BounceMailbox {
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, EVERY_MS);

  async function look(): Promise<void> {
    try {
      const counts = await readMailbox(url, database);
      if (counts.read > 0) log.info(counts, "bounce mailbox read");
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "bounce mailbox not read: tried again");
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Reads what is new in a mailbox, once. */
async function readMailbox(url: string, database: Database) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === "imaps:";
  const client = new ImapFlow({
    host: hostname,
    port: port ? Number(port) : secure ? 993 : 143,
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
  });
  // An error after which the connection is lost is told by what waits for an answer, too.
  client.on("error", () => {});
  const counts = { read: 0, suppressed: 0, noted: 0, unknown: 0, others: 0 };
  await client.connect();
  try {
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || "INBOX");
    const found = (await client.search({ seen: false }, { uid: true })) || [];
    for (const uid of found) {
      const mail = await client.fetchOne(String(uid), { source: { maxLength: LONGEST } }, { uid: true });
      const source = mail ? mail.source : undefined;
      const report = source ? await readReport(source) : null;
      counts.read++;
      counts[report ? await takeReport(database, report, new Date().toISOString()) : "others"]++;
      await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
    }
  } finally {
    await client.logout().catch(() => client.close());
  }
  return counts;
}
