import type { Faq } from "../../server/editions/faq.ts";

/** The questions and their answers as schema.org's FAQPage. */
export function faqData({ categories }: Faq): object {
  return {
    "@type": "FAQPage",
    mainEntity: categories
      .flatMap(({ entries }) => entries)
      .map(({ question, html }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: html },
      })),
  };
}
