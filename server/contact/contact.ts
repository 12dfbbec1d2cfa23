import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { ContactFile } from "../editions/contact.ts";
import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";
import { startJob } from "../jobs/job.ts";
import { OUTBOX_INTERVAL_MS } from "../mail/outbox.ts";
import type { MailTransport } from "../mail/transport.ts";
import { saveMessage } from "../store/contactMessages.ts";
import type { Database } from "../store/schema.ts";
import { deliverMessages } from "./delivery.ts";
import { type Faults, type Fields, readFields } from "./fields.ts";

/** Receives readers' messages to the newsrooms, stores them, and mails them if there is a mail server. */
export interface Contact {
  /** @param client address of the sender, for the rate limit */
  receive(request: Request, edition: Edition, client: string): Promise<Receipt>;
  stop(): Promise<void>;
}

/** Result of a posted contact form: taken, or given back as it was typed, with what is wrong. */
type Receipt =
  | { isTaken: true }
  | { isTaken: false; status: 422 | 429; summary: string; faults: Faults; fields: Fields };

/** Contact page of one edition, for its route. */
export interface ContactDesk {
  page: ContactFile;
  /** Takes a posted contact form. */
  receive(request: Request): Promise<Receipt>;
}

interface Parts {
  editions: Editions;
  database: Database;
  /** Null without a mail server: messages are then only stored. */
  transport: MailTransport | null;
  log: Logger;
}

const MAX_MESSAGES_PER_HOUR = 5;
const HOUR_MS = 60 * 60_000;

export function createContact({ editions, database, transport, log }: Parts): Contact {
  const isAllowed = createRateLimit(MAX_MESSAGES_PER_HOUR, HOUR_MS);
  const delivery =
    transport &&
    startJob({
      name: "contact mails",
      intervalMs: OUTBOX_INTERVAL_MS,
      run: (signal) => deliverMessages({ editions, database, transport, log }, signal),
      log,
    });
  return {
    async receive(request, edition, client) {
      // A body that is no form counts as an empty one.
      const form = await request.formData().catch(() => new FormData());
      const { fields, faults, isHoneypotFilled } = readFields(form, edition.contact.form.subjects);
      if (isHoneypotFilled) {
        log.info({ edition: edition.id }, "message dropped: honeypot field filled");
        return { isTaken: true };
      }
      if (Object.keys(faults).length > 0) {
        const summary = "Your message was not sent yet. Please look at what is marked below.";
        return { isTaken: false, status: 422, summary, faults, fields };
      }
      const now = Date.now();
      if (!isAllowed(client, now)) {
        const summary = `Your message was not sent: ${MAX_MESSAGES_PER_HOUR} messages came from your connection within an hour. Please try again later, or write to ${edition.newsroomEmail}.`;
        return { isTaken: false, status: 429, summary, faults, fields };
      }
      const { name, email, subject, message: body } = fields;
      const received_at = new Date(now).toISOString();
      await saveMessage(database, { edition: edition.id, name, email, subject, body, received_at });
      log.info({ edition: edition.id, subject }, "message received");
      delivery?.trigger();
      return { isTaken: true };
    },
    stop: async () => delivery?.stop(),
  };
}

/**
 * Creates a rate limit that is kept in memory.
 *
 * @returns a function that counts a hit of a client at `now` (ms since 1970), or returns false if there were `maxHits`
 *   within `windowMs`
 */
export function createRateLimit(maxHits: number, windowMs: number): (client: string, now: number) => boolean {
  const hits = new LRUCache<string, number[]>({ max: 10_000 });
  return (client, now) => {
    const recent = (hits.get(client) ?? []).filter((at) => at > now - windowMs);
    if (recent.length >= maxHits) return false;
    hits.set(client, [...recent, now]);
    return true;
  };
}
