import type { Logger } from "pino";
import type { Editions } from "../editions/registry.ts";
import { messagesToMail, type StoredMessage, saveMailed, saveNotMailed } from "../store/messages.ts";
import type { Database } from "../store/open.ts";
import type { Mailer } from "./mail.ts";

/** Mails what is stored and was not mailed, until it is. */
export interface Delivery {
  /** There is something new to mail. */
  nudge(): void;
  /** Returns when nothing is under way any more. */
  stop(): Promise<void>;
}

interface Parts {
  editions: Editions;
  database: Database;
  mailer: Mailer;
  log: Logger;
}

const RETRY_MS = 3 * 60_000;
const AT_ONCE = 100;

/** Mails at start-up, at every nudge, and every few minutes what failed before. */
export function startDelivery({ editions, database, mailer, log }: Parts): Delivery {
  let stopped = false;
  let delivering = Promise.resolve();
  const timer = setInterval(nudge, RETRY_MS);
  nudge();

  function nudge() {
    delivering = delivering
      .then(deliver)
      .catch((error) => log.error({ err: error }, "messages not mailed: the store did not answer"));
  }

  async function deliver() {
    for (const message of await messagesToMail(database, AT_ONCE)) {
      if (stopped || !(await mail(message))) return;
    }
  }

  /** @returns whether it is worth going on with the next one */
  async function mail(message: StoredMessage): Promise<boolean> {
    const edition = editions.all().find(({ id }) => id === message.edition);
    if (!edition) return true;
    try {
      await mailer.send(message, edition);
    } catch (error) {
      const reason = (error as Error).message;
      log.warn({ message: message.id, reason }, "message not mailed: it stays stored and is tried again");
      await saveNotMailed(database, message.id, reason);
      return (error as { responseCode?: number }).responseCode !== undefined;
    }
    await saveMailed(database, message.id, new Date().toISOString());
    log.info({ message: message.id, edition: edition.id }, "message mailed");
    return true;
  }

  return {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await delivering;
      mailer.close();
    },
  };
}
