import type { FaqEntry } from "../../server/editions/pages/faq.ts";

/**
 * Returns the slugs of entries that contain every word of the query; null for an empty query. Ignores case, accents and
 * styles of quotation marks.
 */
export function filterQuestions(entries: readonly FaqEntry[], query: string): ReadonlySet<string> | null {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const matches = entries.filter(({ question, html }) => {
    const text = fold(`${question} ${toText(html)}`);
    return words.every((word) => text.includes(word));
  });
  return new Set(matches.map(({ slug }) => slug));
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[‘’]/g, "'").replace(/[“”]/g, '"').toLowerCase();
}

/** Strips tags and decodes the only four entities that our Markdown renderer writes. */
function toText(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
