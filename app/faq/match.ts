import type { FaqEntry } from "../../server/editions/faq.ts";

/**
 * The slugs of the questions that hold every word of what is looked for, in the question or its answer, whatever the case,
 * the accents and the shape of the apostrophes; null where nothing is looked for.
 */
export function matchingSlugs(entries: readonly FaqEntry[], query: string): ReadonlySet<string> | null {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const matching = entries.filter(({ question, html }) => {
    const text = plain(`${question} ${withoutTags(html)}`);
    return words.every((word) => text.includes(word));
  });
  return new Set(matching.map(({ slug }) => slug));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[‘’]/g, "'").replace(/[“”]/g, '"').toLowerCase();
}

/** The HTML is of our own making: it holds these entities and no others. */
function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
