import type { Logger } from "pino";
import type { ContactFile } from "../editions/contact.ts";
import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";
import type { Post } from "../mail/transport.ts";
import { saveMessage } from "../store/contactMessages.ts";
import type { Database } from "../store/schema.ts";
import { startDelivery } from "./delivery.ts";
import { type Faults, type Fields, readFields } from "./fields.ts";
import { openLimit } from "./limit.ts";

/** What readers write to newsrooms: taken, kept, and mailed where there is a mail server. */
export interface Contact {
  /** @param client who posts it, for the limit of messages from one address */
  receive(request: Request, edition: Edition, client: string): Promise<Receipt>;
  stop(): Promise<void>;
}

interface Parts {
  editions: Editions;
  database: Database;
  /** Null where there is no mail server: then messages are stored alone. */
  post: Post | null;
  log: Logger;
}

const TIMES = 5;
const WITHIN_MS = 60 * 60_000;

export function openContact({ editions, database, post, log }: Parts): Contact {
  const limit = openLimit(TIMES, WITHIN_MS);
  const delivery = post && startDelivery({ editions, database, post, log });
  return {
    async receive(request, edition, client) {
      // Whatever is no form is a form with nothing in it.
      const form = await request.formData().catch(() => new FormData());
      const { fields, faults, isTrap } = readFields(form, edition.contact.form.subjects);
      if (isTrap) {
        log.info({ edition: edition.id }, "message dropped: it filled the field that readers do not see");
        return { isTaken: true };
      }
      if (Object.keys(faults).length > 0) {
        const summary = "Your message was not sent yet. Please look at what is marked below.";
        return { isTaken: false, status: 422, summary, faults, fields };
      }
      const now = Date.now();
      if (!limit.allows(client, now)) {
        const summary = `Your message was not sent: ${TIMES} messages came from your connection within an hour. Please try again later, or write to ${edition.newsroomEmail}.`;
        return { isTaken: false, status: 429, summary, faults, fields };
      }
      const { name, email, subject, message: body } = fields;
      const received_at = new Date(now).toISOString();
      await saveMessage(database, { edition: edition.id, name, email, subject, body, received_at });
      log.info({ edition: edition.id, subject }, "message received");
      delivery?.nudge();
      return { isTaken: true };
    },
    stop: async () => delivery?.stop(),
  };
}

/** What became of a message: kept, or given back as it was typed with what is wrong with it. */
export type Receipt =
  | { isTaken: true }
  | { isTaken: false; status: 422 | 429; summary: string; faults: Faults; fields: Fields };

/** The way to the newsroom. */
export interface ContactDesk {
  page: ContactFile;
  /** Takes a posted contact form. */
  receive(request: Request): Promise<Receipt>;
}
