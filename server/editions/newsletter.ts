import { z } from "zod";
import { email, text } from "./fields.ts";

/** The daily briefing of an edition, as `edition.yaml` has it under `newsletter`. */
export const newsletterSchema = z.strictObject({
  title: text,
  /** When it is put together and sent, by the clocks of the edition's time zone. */
  hour: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day in quotes, such as "06:00"'),
  /** A server that was down at that hour sends it at its start, up to so many hours late; after that the day has none. */
  hoursLate: z.number().min(0).max(18).default(6),
  from: z.strictObject({ name: text, address: email }),
  replyTo: email.optional(),
  /** Where bounces go: each mail has its own form of it, with + and a code after the name. The `from` address without it. */
  bounces: email.optional(),
  /** Mails a second. */
  rate: z.number().positive().max(1000, "at most 1000 mails a second").default(10),
  /** Connections to the mail server at once. */
  connections: z.int().min(1).max(50).default(4),
  /**
   * How many mails may be between their last byte and the mail server's answer at once. A crash can send so many twice, and
   * no more: raise it only for a mail server that answers slowly.
   */
  inDoubt: z.int().min(1).max(50).default(1),
  /** Stories of a section in one mail. */
  storiesPerSection: z.int().min(1).max(10).default(3),
});

export type NewsletterFile = z.infer<typeof newsletterSchema>;
