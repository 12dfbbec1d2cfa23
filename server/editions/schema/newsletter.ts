import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { typeset } from "../../../core/typography.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { email, text } from "../fields.ts";
import { EditionError, readYamlFile } from "../yaml/yaml.ts";

/** Schema of `newsletter` in `edition.yaml`. */
export const newsletterSchema = z.strictObject({
  title: text.describe("Name of the briefing."),
  hour: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day in quotes, such as "06:00"')
    .describe("Time of day, in quotes and in the edition's time zone, at which an issue is composed and sent."),
  hoursLate: z
    .number()
    .min(0)
    .max(18)
    .default(6)
    .describe(
      "Maximum delay, in hours, with which an issue is still sent after downtime. Later, the day has no issue.",
    ),
  from: z
    .strictObject({ name: text.describe("Name of the sender."), address: email.describe("Address of the sender.") })
    .describe("Sender of the mails."),
  replyTo: email.describe("Address for replies, if not the sender's.").optional(),
  postalAddress: z
    .array(text)
    .min(1, "at least one line of an address")
    .describe("Postal address under each mail, a line each, which US law requires; by default that of contact.yaml.")
    .optional(),
  bounces: email
    .describe("Address for bounces. Each mail adds + and a token to it. By default the address in `from`.")
    .optional(),
  rate: z
    .number()
    .positive()
    .max(1000, "at most 1000 mails a second")
    .default(10)
    .describe("Maximum number of mails per second."),
  connections: z
    .int()
    .min(1)
    .max(50)
    .default(4)
    .describe("Maximum number of concurrent connections to the mail server."),
  inDoubt: z
    .int()
    .min(1)
    .max(50)
    .default(1)
    .describe(
      "Maximum number of mails sent but not confirmed, which a crash can send twice. Raise it only for slow servers.",
    ),
  storiesPerSection: z.int().min(1).max(10).default(3).describe("Maximum number of stories per section in one mail."),
});

export type NewsletterConfig = z.infer<typeof newsletterSchema>;

/** Schema of `signup.yaml`: the texts of the sign-up for the briefing. */
export const signUpSchema = z.strictObject({
  description: text.describe("Description of /newsletter for search engines."),
  intro: text.describe("Paragraph under the briefing's title."),
  promises: z.array(text).min(1, "at least one promise").describe("Promises to subscribers, a sentence each."),
  form: z
    .strictObject({
      title: text.describe("Title in the footer and on the front page."),
      text: text.describe("Text under the title on the front page."),
    })
    .describe("Texts above the form."),
});

type SignUpFile = z.infer<typeof signUpSchema>;

export type SignUp = SignUpFile & Pick<NewsletterConfig, "title" | "from">;

/** Reads `signup.yaml`; returns undefined if the file is missing. @throws {EditionError} if it is invalid */
export function readSignUp(folder: string): Promise<SignUpFile | undefined> {
  return readYamlFile(join(folder, "signup.yaml"), signUpSchema);
}

/**
 * Adds the newsletter's title and sender to the texts of the sign-up, and typesets the texts. Returns undefined if the
 * edition has no newsletter.
 *
 * @param texts contents of `signup.yaml`; undefined if it is missing or invalid
 * @throws {EditionError} if the edition has a newsletter without `signup.yaml`, or `signup.yaml` without a newsletter
 */
export async function completeSignUp(
  folder: string,
  texts: SignUpFile | undefined,
  { language, newsletter }: { language: string; newsletter?: NewsletterConfig | undefined },
): Promise<SignUp | undefined> {
  const path = join(folder, "signup.yaml");
  if (texts && newsletter) {
    const set = (text: string) => typeset(text, language);
    return {
      ...texts,
      intro: set(texts.intro),
      promises: texts.promises.map(set),
      form: { title: set(texts.form.title), text: set(texts.form.text) },
      title: newsletter.title,
      from: newsletter.from,
    };
  }
  if (texts)
    throw new EditionError(
      `${path}:1: found texts for a sign-up, but edition.yaml has no newsletter; add one, or delete this file.`,
    );
  if (newsletter && !(await stat(path).catch(ignoreMissing)))
    throw new EditionError(`${path}: this file is missing; an edition with a newsletter in its edition.yaml needs it.`);
  return undefined;
}
