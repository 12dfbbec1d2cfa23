import { z } from "zod";
import { email, href, pixels, provider, text } from "./fields.ts";

/** What an edition's `contact.yaml` may hold: the words of its contact page. */
export const contactSchema = z.strictObject({
  title: text,
  /** For search engines. */
  description: text,
  intro: text,
  /** Whom to write to about what. */
  desks: z
    .array(z.strictObject({ title: text, text, email, phone: text.optional(), link: pageLink().optional() }))
    .min(1, "at least one desk"),
  visit: z.strictObject({
    title: text,
    address: z.array(text).min(1, "at least one line of an address"),
    text,
    link: pageLink().optional(),
  }),
  hours: z.strictObject({ title: text, hours: text, text }),
  replies: z.strictObject({ title: text, text }),
  /** How to submit to the opinion section. */
  opinion: z.strictObject({
    title: text,
    paragraphs: z.array(text).min(1, "at least one paragraph"),
    rules: z.array(text).default([]),
    email,
  }),
  form: z.strictObject({
    title: text,
    text,
    /** What is held free on the page for the form, ours or the provider's. */
    height: pixels.default(789),
    subjects: z.array(text).min(1, "at least one subject"),
    /** Where the form is somebody else's. */
    provider: provider.optional(),
  }),
  /** What a reader sees whose message has come in. */
  thanks: z.strictObject({ title: text, text }),
});

export type ContactFile = z.infer<typeof contactSchema>;

function pageLink() {
  return z.strictObject({ label: text, href });
}
