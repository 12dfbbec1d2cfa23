import { join } from "node:path";
import { z } from "zod";
import { email, text } from "./fields.ts";
import { EditionError, readYamlFile } from "./yaml.ts";

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
  /** Mails with the last byte sent and no reply yet: a crash can send as many twice. Raise it only for slow servers. */
  inDoubt: z.int().min(1).max(50).default(1),
  /** Stories per section in one mail. */
  storiesPerSection: z.int().min(1).max(10).default(3),
});

export type NewsletterConfig = z.infer<typeof newsletterSchema>;

/** Schema of `signup.yaml`: the texts of the sign-up for the briefing. */
const signUpSchema = z.strictObject({
  /** For search engines. */
  description: text,
  intro: text,
  promises: z.array(text).min(1, "at least one promise"),
  /** Above the form in the footer and on the front page. */
  form: z.strictObject({ title: text, text }),
});

export type SignUp = z.infer<typeof signUpSchema> & Pick<NewsletterConfig, "title" | "from">;

/** Reads `signup.yaml`, if there is one. @throws {EditionError} if only one of the two files describes a briefing */
export async function loadSignUp(
  folder: string,
  newsletter: NewsletterConfig | undefined,
): Promise<SignUp | undefined> {
  const path = join(folder, "signup.yaml");
  const texts = await readYamlFile(path, signUpSchema);
  if (!texts && newsletter)
    throw new EditionError(`${path}: this file is missing; an edition with a newsletter in its edition.yaml needs it.`);
  if (!texts) return undefined;
  if (!newsletter)
    throw new EditionError(
      `${path}:1: found words for a sign-up to no briefing; allowed is this file where edition.yaml has a newsletter, and no file where it has none.`,
    );
  return { ...texts, title: newsletter.title, from: newsletter.from };
}
