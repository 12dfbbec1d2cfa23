import type { Logger } from "pino";
import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";
import { deliverUnsent } from "../mail/outbox.ts";
import type { MailTransport } from "../mail/transport.ts";
import {
  findUnsentMessages,
  markMessageFailed,
  markMessageMailed,
  type StoredMessage,
} from "../store/contactMessages.ts";
import type { Database } from "../store/schema.ts";

interface Parts {
  editions: Editions;
  database: Database;
  transport: MailTransport;
  log: Logger;
}

/** Mails the stored messages of readers to their newsrooms, once. */
export async function deliverMessages(parts: Parts, signal: AbortSignal): Promise<void> {
  const { editions, database, transport, log } = parts;
  await deliverUnsent<StoredMessage>(
    {
      findUnsent: (limit) => findUnsentMessages(database, limit),
      async deliver(message) {
        const edition = editions.all().find(({ id }) => id === message.edition);
        if (!edition) return false;
        try {
          await transport.send(toMail(message, edition));
        } catch (error) {
          const reason = (error as Error).message;
          log.warn({ message: message.id, reason }, "message not mailed; it stays stored and is tried again");
          await markMessageFailed(database, message.id, reason);
          throw error;
        }
        await markMessageMailed(database, message.id, new Date().toISOString());
        log.info({ message: message.id, edition: edition.id }, "message mailed");
        return true;
      },
    },
    signal,
  );
}

function toMail(message: StoredMessage, { id, name, newsroomEmail }: Edition) {
  return {
    from: { name, address: newsroomEmail },
    to: newsroomEmail,
    replyTo: { name: message.name, address: message.email },
    subject: `${message.subject}: ${message.name}`,
    text: `${message.body}\n\n-- \n${message.name} <${message.email}>\n${message.subject}, by the contact form, ${message.received_at}\n`,
    date: message.received_at,
    // The same at every attempt, so that a mailbox can recognize a duplicate.
    messageId: `<message-${message.id}.${Date.parse(message.received_at)}.${id}@${newsroomEmail.split("@")[1]}>`,
  };
}
