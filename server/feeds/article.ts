import { type Article, DEFAULT_AUTHOR } from "../../core/article.ts";
import { slugify } from "../../core/slug.ts";
import { cleanHtml } from "./clean.ts";
import { parseDate } from "./dates.ts";
import type { Entry, FeedText } from "./entry.ts";
import { imageOf } from "./image.ts";
import { escapeHtml, excerptOf, plainTitle, wordsOf } from "./text.ts";
import { dropTracking } from "./tracking.ts";

/** How many words of its text stand in for the title of an entry that has none. */
const TITLE_WORDS = 12;
const LONGEST_TITLE = 2000;
/** Characters. A long magazine story has 60,000. */
const LONGEST_TEXT = 300_000;

/** Makes an article of an entry, by the rules and defaults of the specification's section 3. */
export function articleOf(entry: Entry): Article {
  const descriptionHtml = asHtml(entry.description, entry.base);
  const contentHtml = asHtml(entry.content, entry.base);
  const words = wordsOf(descriptionHtml) || wordsOf(contentHtml);
  const title =
    plainTitle(entry.title.value.slice(0, LONGEST_TITLE), entry.title.isHtml) || firstWords(words) || "Untitled";
  return {
    title,
    link: entry.link && dropTracking(entry.link),
    guid: entry.guid,
    author: entry.author ? plainTitle(entry.author, true) || DEFAULT_AUTHOR : DEFAULT_AUTHOR,
    publishedAt: parseDate(entry.published),
    updatedAt: parseDate(entry.updated),
    descriptionHtml,
    contentHtml,
    excerpt: excerptOf(words),
    image: imageOf(entry),
    enclosures: entry.enclosures,
    categories: [...new Set(entry.categories.map((category) => plainTitle(category, true)).filter(Boolean))],
    slug: slugify(title),
  };
}

function asHtml({ value: whole, isHtml }: FeedText, base: string | null): string {
  const value = whole.slice(0, LONGEST_TEXT);
  if (isHtml) return cleanHtml(value, base);
  const paragraphs = value.trim().split(/\n\s*\n/);
  return value.trim() ? paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph.trim())}</p>`).join("") : "";
}

function firstWords(text: string): string {
  const words = text.split(" ");
  return words.length > TITLE_WORDS ? `${words.slice(0, TITLE_WORDS).join(" ")}…` : text;
}
