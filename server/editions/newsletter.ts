import { z } from "zod";
import { email, text } from "./fields.ts";

/** Schema of `newsletter` in `edition.yaml`. */
export const newsletterSchema = z.strictObject({
  title: text,
  /** Time of day in the edition's time zone at which an issue is assembled and sent. */
  hour: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day in quotes, such as "06:00"'),
  /** A server that was down at that hour still sends the issue this many hours later; after that, the day has none. */
  hoursLate: z.number().min(0).max(18).default(6),
  from: z.strictObject({ name: text, address: email }),
  replyTo: email.optional(),
  /** Address for bounces, extended by + and a token for each mail; by default that of `from`. */
  bounces: email.optional(),
  /** Mails per second. */
  rate: z.number().positive().max(1000, "at most 1000 mails a second").default(10),
  /** Concurrent connections to the mail server. */
  connections: z.int().min(1).max(50).default(4),
  /**
   * Maximum number of mails whose last byte is sent and whose reply is outstanding. A crash can send as many twice; raise it
   * only for a mail server with slow replies.
   */
  inDoubt: z.int().min(1).max(50).default(1),
  /** Stories per section in one mail. */
  storiesPerSection: z.int().min(1).max(10).default(3),
});

export type NewsletterFile = z.infer<typeof newsletterSchema>;
