import { createTransport } from "nodemailer";
import type { Edition } from "../editions/load.ts";
import type { StoredMessage } from "../store/messages.ts";

/** Hands messages to the newsroom's mail server. */
export interface Mailer {
  /** @throws where the server does not take it; with `responseCode` where it refused this one message */
  send(message: StoredMessage, edition: Edition): Promise<void>;
  close(): void;
}

/** How long a mail server may take to answer each step. */
const PATIENCE_MS = 15_000;

/** @param url where the mail server is, as SMTP_URL has it */
export function openMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return {
    async send(message, { id, name, newsroomEmail }) {
      await transport.sendMail({
        from: { name, address: newsroomEmail },
        to: newsroomEmail,
        replyTo: { name: message.name, address: message.email },
        subject: `${message.subject}: ${message.name}`,
        text: `${message.body}\n\n-- \n${message.name} <${message.email}>\n${message.subject}, by the contact form, ${message.received_at}\n`,
        date: message.received_at,
        // The same at every attempt: a mailbox that got it twice can tell.
        messageId: `<message-${message.id}.${Date.parse(message.received_at)}.${id}@${newsroomEmail.split("@")[1]}>`,
      });
    },
    close: () => transport.close(),
  };
}
