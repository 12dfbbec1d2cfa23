import type { Logger } from "pino";
import { displayDate, displayTime } from "../../core/dates.ts";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { toMessage } from "../../core/toMessage.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { Editions } from "../editions/loading/registry.ts";
import type { ContactFile } from "../editions/pages/contact.ts";
import type { Job } from "../jobs/job.ts";
import { startOutbox } from "../mail/outbox.ts";
import type { MailTransport } from "../mail/transport.ts";
import {
  findUnsentMessage,
  listUnsentMessages,
  markMessageFailed,
  markMessageMailed,
  type StoredMessage,
  saveMessage,
} from "../store/contactMessages.ts";
import { isStoreUnavailable, withWriterLock } from "../store/engines/engine.ts";
import { loadKeyedHash } from "../store/keyedHash.ts";
import { countHit } from "../store/rateLimitHits.ts";
import type { Database } from "../store/schema/schema.ts";
import { type ContactFaults, type ContactFields, readContactFields } from "./fields.ts";

/** Result of a posted contact form: accepted, or rejected with the reader's input and error messages. */
type Receipt =
  | { isAccepted: true }
  | { isAccepted: false; status: 422 | 429 | 503; summary: string; faults: ContactFaults; fields: ContactFields };

export interface ContactService {
  page: ContactFile;
  receive(request: Request): Promise<Receipt>;
}

interface Parts {
  database: Database;
  /** Called after a message was stored. */
  onStored?: () => void;
  log: Logger;
}

interface OutboxParts extends Pick<Parts, "database" | "log"> {
  editions: Pick<Editions, "all">;
  transport: MailTransport;
}

/** An edition with a contact form. */
export type ContactEdition = Edition & { contact: ContactFile; newsroomEmail: string };

const MAX_MESSAGES_PER_HOUR = 5;
/** Maximum number of messages per edition and day: more than a newsroom reads, too few to fill a disk or a mailbox. */
const MAX_MESSAGES_PER_DAY = 500;
const HOUR_MS = 60 * 60_000;

/** Starts mailing stored messages to the newsrooms. */
export function startContactOutbox({ editions, database, transport, log }: OutboxParts): Job {
  async function deliver(message: StoredMessage): Promise<void> {
    const edition = editions.all().find(({ id }) => id === message.edition);
    if (!edition || !takesMessages(edition)) return;
    try {
      await transport.send(toMail(message, edition));
    } catch (error) {
      const reason = toMessage(error);
      await markMessageFailed(database, message.id, reason);
      log.warn({ message: message.id, reason }, "message not mailed; it stays stored and is tried again");
      throw error;
    }
    await markMessageMailed(database, message.id, new Date().toISOString());
    log.info({ message: message.id, edition: edition.id }, "message mailed");
  }

  const listUnsent = () => listUnsentMessages(database);
  const findUnsent = (id: number) => findUnsentMessage(database, id);
  return startOutbox({ name: "contact mails", listUnsent, findUnsent, deliver, log });
}

/** Creates the service that stores readers' messages. */
export function createContact({ database, onStored, log }: Parts) {
  let keyedHash: ((text: string) => string) | undefined;

  /** Stores a message unless a limit is exceeded. Returns the exceeded limit; null if the message was stored. */
  async function storeWithinLimits(message: Parameters<typeof saveMessage>[1], client: string, now: number) {
    keyedHash ??= await loadKeyedHash(database);
    const limits = [
      {
        kind: "sender" as const,
        keyHash: keyedHash(`contact limit sender ${client}`),
        maxHits: MAX_MESSAGES_PER_HOUR,
        windowMs: HOUR_MS,
      },
      {
        kind: "edition" as const,
        keyHash: keyedHash(`contact limit edition ${message.edition}`),
        maxHits: MAX_MESSAGES_PER_DAY,
        windowMs: 24 * HOUR_MS,
      },
    ];
    return withWriterLock(database, async (transaction) => {
      const exceeded = await countHit(transaction, limits, now);
      if (!exceeded) await saveMessage(transaction, message);
      return exceeded;
    });
  }

  return {
    /** @param client IP address of the sender, for the rate limit */
    async receive(request: Request, edition: ContactEdition, client: string): Promise<Receipt> {
      // Treats a body that is not a form as an empty form.
      const form = await request.formData().catch(() => new FormData());
      const texts = getServerTexts(edition.language).contact;
      const { fields, faults, isHoneypotFilled } = readContactFields(form, edition.contact.form, texts);
      if (isHoneypotFilled) {
        log.info({ edition: edition.id }, "message dropped: honeypot field filled");
        return { isAccepted: true };
      }
      if (Object.keys(faults).length > 0) {
        return { isAccepted: false, status: 422, summary: texts.faults, faults, fields };
      }
      const now = Date.now();
      const reject = (status: 429 | 503, summary: string): Receipt => {
        return { isAccepted: false, status, summary, faults, fields };
      };
      const { name, email, subject, message: body } = fields;
      const letter = fields.mayPrint ? { place: fields.place, may_print: 1 } : {};
      const row = {
        edition: edition.id,
        name,
        email,
        subject,
        body,
        received_at: new Date(now).toISOString(),
        ...letter,
      };
      try {
        const exceeded = await storeWithinLimits(row, client, now);
        if (exceeded === "sender")
          return reject(429, texts.tooManyFromSender(MAX_MESSAGES_PER_HOUR, edition.newsroomEmail));
        if (exceeded === "edition") {
          log.warn({ edition: edition.id, limit: MAX_MESSAGES_PER_DAY }, "messages refused: too many within a day");
          return reject(429, texts.tooMany(edition.newsroomEmail));
        }
      } catch (error) {
        if (!isStoreUnavailable(database, error)) throw error;
        log.error({ edition: edition.id, err: error }, "message not stored; its sender was asked to try again");
        return reject(503, texts.notStored(edition.newsroomEmail));
      }
      log.info({ edition: edition.id, subject }, "message received");
      onStored?.();
      return { isAccepted: true };
    },
  };
}

export function takesMessages(edition: Edition): edition is ContactEdition {
  return edition.contact !== undefined && edition.newsroomEmail !== undefined;
}

function toMail(message: StoredMessage, edition: ContactEdition) {
  const { id, name, newsroomEmail, language } = edition;
  const { signature, mayPrint } = getServerTexts(language).contact;
  const receivedAt = `${displayDate(message.received_at, edition)}, ${displayTime(message.received_at, edition)}`;
  const permission = message.may_print ? `\n${mayPrint(message.place ?? "")}` : "";
  return {
    from: { name, address: newsroomEmail },
    to: newsroomEmail,
    replyTo: { name: message.name, address: message.email },
    subject: `${message.subject}: ${message.name}`,
    text: `${message.body}\n\n-- \n${message.name} <${message.email}>\n${signature(message.subject, receivedAt)}${permission}\n`,
    date: message.received_at,
    // The id is the same for every attempt, so that mailboxes recognize duplicates.
    messageId: `<message-${message.id}.${Date.parse(message.received_at)}.${id}@${newsroomEmail.split("@")[1]}>`,
  };
}
