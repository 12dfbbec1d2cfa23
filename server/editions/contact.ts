import { z } from "zod";
import { email, link, pixels, provider, text } from "./fields.ts";

/** Default of `keepDays`. Also applies to messages of editions that have been removed or have lost their form. */
export const DEFAULT_KEEP_DAYS = 365;

/** Schema of `contact.yaml`. */
export const contactSchema = z.strictObject({
  title: text,
  /** For search engines. */
  description: text,
  intro: text,
  desks: z
    .array(z.strictObject({ title: text, text, email, phone: text.optional(), link: link.optional() }))
    .min(1, "at least one desk"),
  visit: z.strictObject({
    title: text,
    address: z.array(text).min(1, "at least one line of an address"),
    text,
    link: link.optional(),
  }),
  hours: z.strictObject({ title: text, hours: text, text }),
  replies: z.strictObject({ title: text, text }),
  opinion: z.strictObject({
    title: text,
    paragraphs: z.array(text).min(1, "at least one paragraph"),
    rules: z.array(text).default([]),
    email,
  }),
  /** Days after which a message is deleted from the store, even if it has not been mailed. */
  keepDays: z.int().min(1).max(3650).default(DEFAULT_KEEP_DAYS),
  form: z
    .strictObject({
      title: text,
      text,
      /** Height of the form's placeholder in pixels. */
      height: pixels.default(789),
      subjects: z.array(text).min(1, "at least one subject"),
      /** Subject chosen in the form that opens from a story's page; by default the first. */
      takedownSubject: text.optional(),
      /** Third-party form that replaces this site's form. */
      provider: provider.optional(),
    })
    .refine(({ subjects, takedownSubject }) => takedownSubject === undefined || subjects.includes(takedownSubject), {
      path: ["takedownSubject"],
      error: "one of the subjects",
    }),
  /** Shown after a message was received. */
  thanks: z.strictObject({ title: text, text }),
});

export type ContactFile = z.infer<typeof contactSchema>;
