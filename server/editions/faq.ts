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

/** Schema of `faq.yaml`, in the order of the page. */
export const faqSchema = z
  .strictObject({
    title: text,
    description: text,
    intro: text,
    /** Recipient of the button Email Support. */
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

export interface FaqEntry {
  /** Fragment of its address: /faq#slug. */
  slug: string;
  question: string;
  html: string;
}

export interface Faq extends Omit<z.infer<typeof faqSchema>, "entries"> {
  categories: { slug: string; name: string; entries: FaqEntry[] }[];
}

/** Groups questions by category, both in the order of the file, and renders the answers as HTML. */
export function toFaq({ entries, ...rest }: z.infer<typeof faqSchema>): Faq {
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
