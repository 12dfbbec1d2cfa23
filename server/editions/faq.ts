import { z } from "zod";
import { slugify } from "../../core/slug.ts";
import { text } from "./fields.ts";
import { markdown } from "./markdown.ts";

const entry = z.strictObject({
  category: text,
  question: text.refine((value) => slugify(value) !== "", "a text with letters or digits in it"),
  /** Markdown. */
  answer: text,
});

/** The file faq.yaml: what readers ask, in the order in which it is shown. */
export const faqSchema = z
  .strictObject({
    title: text,
    description: text,
    /** Under the title. */
    intro: text,
    /** Where the button Email Support writes to. */
    support: z.email({ error: "an e-mail address" }),
    entries: z.array(entry).min(1),
  })
  .superRefine(({ entries }, context) => {
    const slugs = entries.map(({ question }) => slugify(question));
    for (const [index, slug] of slugs.entries())
      if (slugs.indexOf(slug) !== index)
        context.addIssue({
          code: "custom",
          path: ["entries", index, "question"],
          message: "a question that is not asked above",
        });
  });

/** One question with its answer. */
export interface FaqEntry {
  /** By which an address names it: /faq#slug. */
  slug: string;
  question: string;
  /** The answer as HTML of our own making. */
  html: string;
}

export interface Faq extends Omit<z.infer<typeof faqSchema>, "entries"> {
  categories: { slug: string; name: string; entries: FaqEntry[] }[];
}

/** The questions by category, both in the order of the file, with their answers made into HTML. */
export function faqOf({ entries, ...rest }: z.infer<typeof faqSchema>): Faq {
  const names = [...new Set(entries.map(({ category }) => category))];
  return {
    ...rest,
    categories: names.map((name) => ({
      slug: slugify(name),
      name,
      entries: entries
        .filter(({ category }) => category === name)
        .map(({ question, answer }) => ({ slug: slugify(question), question, html: markdown.render(answer) })),
    })),
  };
}
