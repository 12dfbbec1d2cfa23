import type { Logger } from "pino";
import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";
import { type Outbox, startOutbox } from "../mail/outbox.ts";
import type { Post } from "../mail/transport.ts";
import { messagesToMail, type StoredMessage, saveMailed, saveNotMailed } from "../store/contactMessages.ts";
import type { Database } from "../store/schema.ts";

interface Parts {
  editions: Editions;
  database: Database;
  post: Post;
  log: Logger;
}

/** Mails readers' messages to their newsrooms. */
export function startDelivery({ editions, database, post, log }: Parts): Outbox {
  const editionOf = (message: StoredMessage) => editions.all().find(({ id }) => id === message.edition);
  return startOutbox({
    ...{ log, what: "messages" },
    waiting: (limit) => messagesToMail(database, limit),
    async mail(message) {
      const edition = editionOf(message);
      if (!edition) return false;
      try {
        await post.send(mailOf(message, edition));
      } catch (error) {
        const reason = (error as Error).message;
        log.warn({ message: message.id, reason }, "message not mailed: it stays stored and is tried again");
        await saveNotMailed(database, message.id, reason);
        throw error;
      }
      await saveMailed(database, message.id, new Date().toISOString());
      log.info({ message: message.id, edition: edition.id }, "message mailed");
      return true;
    },
  });
}

function mailOf(message: StoredMessage, { id, name, newsroomEmail }: Edition) {
  return {
    from: { name, address: newsroomEmail },
    to: newsroomEmail,
    replyTo: { name: message.name, address: message.email },
    subject: `${message.subject}: ${message.name}`,
    text: `${message.body}\n\n-- \n${message.name} <${message.email}>\n${message.subject}, by the contact form, ${message.received_at}\n`,
    date: message.received_at,
    // The same at every attempt: a mailbox that got it twice can tell.
    messageId: `<message-${message.id}.${Date.parse(message.received_at)}.${id}@${newsroomEmail.split("@")[1]}>`,
  };
}
