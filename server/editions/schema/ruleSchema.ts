import { z } from "zod";
import { language, slug, text, webAddress } from "../fields.ts";

const oneOrMore = z.array(text).min(1);
// Rejects texts without a letter or digit, which would never match.
const withWords = z.array(text.refine((value) => /[\p{L}\p{N}]/u.test(value), "text with a letter or a digit")).min(1);

/**
 * Conditions of a rule. A story must meet each given condition. For a list, the story must match at least one entry.
 */
const conditions = z
  .strictObject({
    words: withWords.meta({
      description:
        "Words or phrases in the headline or the summary: whole words, whatever their case, accents or plural.",
      examples: [["horoscope", "betting tips"]],
    }),
    authors: withWords.meta({ description: "Names in the byline.", examples: [["Ann Lee"]] }),
    categories: withWords.meta({
      description: "Categories with which the feed marks the story, whatever their case.",
      examples: [["sponsored"]],
    }),
    languages: z
      .array(language)
      .min(1)
      .meta({ description: "Languages of the story, else of its feed; `es` is also es-MX.", examples: [["es"]] }),
    links: oneOrMore.meta({
      description: "Parts of the address of the story at its publisher.",
      examples: [["/sponsored/"]],
    }),
    olderThanDays: z
      .number()
      .positive()
      .max(36_500)
      .meta({ description: "Days since the story's date; a fraction is possible.", examples: [30] }),
  })
  .partial()
  .refine((conditions) => Object.keys(conditions).length > 0, "at least one condition, such as words");

/** A rule by which an edition shows only some of its feeds' stories. Set in `edition.yaml` or in the store. */
export const ruleSchema = z
  .strictObject({
    drop: conditions.describe("Leaves out the stories that meet these conditions.").optional(),
    keep: conditions
      .describe("Leaves out all others. Of several for one feed, section or edition, a story must meet one.")
      .optional(),
    section: slug
      .meta({ description: "Slug of the section in which the rule holds.", examples: ["sports"] })
      .optional(),
    feed: webAddress
      .meta({
        description: "`url` of the feed for which the rule holds; without `section` and `feed`, for all.",
        examples: ["https://news.example/feed.xml"],
      })
      .optional(),
  })
  .superRefine((rule, context) => {
    const reject = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
    if (!rule.drop === !rule.keep) reject("drop", "either `drop` or `keep`");
    if (rule.section !== undefined && rule.feed !== undefined) reject("feed", "no feed beside `section`");
  });

export type RuleConditions = z.infer<typeof conditions>;
export type Rule = z.infer<typeof ruleSchema>;

/** Schema of `review`: the time that stories wait for an editor, and what happens after that time. */
export const reviewSchema = z.strictObject({
  hours: z
    .number()
    .positive()
    .max(8760)
    .default(24)
    .meta({ description: "Hours that a story waits for an editor; a fraction is possible.", examples: [12] }),
  overdue: z
    .enum(["drop", "show"])
    .default("drop")
    .meta({ description: "What happens to a story that has waited longer.", examples: ["show"] }),
});

export type ReviewSettings = z.infer<typeof reviewSchema>;
