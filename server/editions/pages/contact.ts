import { z } from "zod";
import { email, link, pixels, provider, text } from "../fields.ts";

/** Default of `keepDays`. Also applies to messages of a removed edition, or of an edition without a contact form. */
export const DEFAULT_KEEP_DAYS = 365;

const title = text.describe("Title of this part.");

/** Schema of `contact.yaml`. */
export const contactSchema = z.strictObject({
  title: title.describe("Title of the page."),
  description: text.describe("Description for search engines."),
  intro: text.describe("Paragraph under the title."),
  desks: z
    .array(
      z.strictObject({
        title: title.describe("Name of the desk."),
        text: text.describe("Messages that the desk answers."),
        email: email.describe("Address of the desk."),
        phone: text.describe("Telephone number of the desk.").optional(),
        link: link.describe("A link under the desk.").optional(),
      }),
    )
    .min(1, "at least one desk")
    .describe("Desks to which readers can write."),
  visit: z
    .strictObject({
      title,
      address: z.array(text).min(1, "at least one line of an address").describe("Address, a line each."),
      text: text.describe("Text under the address."),
      link: link.describe("A link under the text, such as to a map.").optional(),
    })
    .describe("The newsroom's street address."),
  hours: z
    .strictObject({ title, hours: text.describe("Days and times."), text: text.describe("Text under the hours.") })
    .describe("When the newsroom can be reached."),
  replies: z
    .strictObject({ title, text: text.describe("Text under the title.") })
    .describe("How soon the newsroom replies."),
  opinion: z
    .strictObject({
      title,
      paragraphs: z.array(text).min(1, "at least one paragraph").describe("Paragraphs under the title."),
      rules: z.array(text).default([]).describe("Rules for submissions, a sentence each."),
      email: email.describe("Address for submissions."),
    })
    .describe("How to submit to the opinion section."),
  keepDays: z
    .int()
    .min(1)
    .max(3650)
    .default(DEFAULT_KEEP_DAYS)
    .describe("Days after which a message is deleted from the store, even if it has not been mailed."),
  form: z
    .strictObject({
      title,
      text: text.describe("Text above the form."),
      height: pixels.default(789).describe("Height of the form's placeholder in pixels."),
      subjects: z.array(text).min(1, "at least one subject").describe("Subjects to choose from."),
      takedownSubject: text
        .describe("Subject chosen in the form that opens from a story's page; by default the first.")
        .optional(),
      letterSubject: text
        .describe("Subject for letters: readers who choose it may permit printing their message.")
        .meta({ examples: ["Letters"] })
        .default("Opinion"),
      provider: provider.optional(),
    })
    .refine(({ subjects, takedownSubject }) => takedownSubject === undefined || subjects.includes(takedownSubject), {
      path: ["takedownSubject"],
      error: "one of the subjects",
    })
    .describe("The contact form."),
  thanks: z
    .strictObject({ title, text: text.describe("Text under the title.") })
    .describe("Shown after a message was received."),
});

export type ContactFile = z.infer<typeof contactSchema>;
