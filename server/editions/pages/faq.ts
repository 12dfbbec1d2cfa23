import { z } from "zod";
import { markdown } from "../../../core/markdown/dialect.ts";
import { slugify } from "../../../core/slug.ts";
import { typesetHtml } from "../../html/typesetHtml.ts";
import { email, rejectDuplicates, text } from "../fields.ts";

const entry = z.strictObject({
  category: text.describe("Category of the question."),
  question: text
    .refine((value) => slugify(value) !== "", "text with letters or digits in it")
    .describe("The question; its address is made from it."),
  answer: text.describe("The answer in Markdown."),
});

/** Schema of `faq.yaml`. */
export const faqSchema = z
  .strictObject({
    title: text.describe("Title of the page."),
    description: text.describe("Description for search engines."),
    intro: text.describe("Paragraph under the title."),
    support: email.describe("Recipient of mails from the button below the questions."),
    entries: z.array(entry).min(1).describe("Questions in the order of the page."),
  })
  .superRefine(({ entries }, context) => {
    const slugs = entries.map(({ question }) => ({ question: slugify(question) }));
    rejectDuplicates(context, ["entries"], slugs, "question", "a question that is not asked above");
  });

export interface FaqEntry {
  /** Fragment of the entry's URL: /faq#slug. */
  slug: string;
  question: string;
  html: string;
}

export interface Faq extends Omit<z.infer<typeof faqSchema>, "entries"> {
  categories: { slug: string; name: string; entries: FaqEntry[] }[];
}

/** Renders the answers as HTML and groups the questions by category. Categories and questions keep the file's order. */
export function toFaq({ entries, ...rest }: z.infer<typeof faqSchema>, language: string): Faq {
  const categories = Map.groupBy(entries, ({ category }) => category);
  return {
    ...rest,
    categories: [...categories].map(([name, entries]) => ({
      slug: slugify(name),
      name,
      entries: entries.map(({ question, answer }) => ({
        slug: slugify(question),
        question,
        html: typesetHtml(markdown.render(answer), language),
      })),
    })),
  };
}
