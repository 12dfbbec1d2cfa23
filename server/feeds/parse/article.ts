import { decodeHTML } from "entities";
import { type Article, DEFAULT_AUTHOR, type Enclosure } from "../../../core/article.ts";
import { slugify } from "../../../core/slug.ts";
import { escapeHtml, excerptOf, hasMarkup, plainTitle, soundText, wordsOf } from "../../html/text.ts";
import { withoutTail } from "../clean/boilerplate.ts";
import { cleanHtml } from "../clean/cleanHtml.ts";
import { dropTracking } from "../clean/trackingParameters.ts";
import { wholeAddress } from "../clean/urls.ts";
import { parseDate } from "../dates/parseDate.ts";
import { imageOf } from "./articleImage.ts";
import type { Entry, FeedText } from "./entry.ts";

/** How many words of its text stand in for the title of an entry that has none. */
const TITLE_WORDS = 12;
/** Characters. Some scripts have no spaces between their words. */
const LONGEST_FIRST_WORDS = 160;
const LONGEST_TITLE = 2000;
/** Characters. A long magazine story has 60,000. */
const LONGEST_TEXT = 300_000;
/** Characters. Servers refuse longer addresses. */
const LONGEST_ADDRESS = 8000;

/** Makes an article of an entry, by the rules and defaults of the specification's section 3. */
export function articleOf(entry: Entry): Article {
  const descriptionHtml = asHtml(entry.description, entry.base);
  const contentHtml = asHtml(entry.content, entry.base);
  const words = wordsOf(descriptionHtml) || wordsOf(contentHtml);
  const title =
    plainTitle(entry.title.value.slice(0, LONGEST_TITLE), entry.title.isHtml) || firstWords(words) || "Untitled";
  return {
    title,
    link: entry.link && entry.link.length <= LONGEST_ADDRESS ? dropTracking(entry.link) : null,
    guid: soundText(entry.guid ?? "") || null,
    author: plainTitle((entry.author ?? "").slice(0, LONGEST_TITLE), true) || DEFAULT_AUTHOR,
    publishedAt: parseDate(entry.published),
    updatedAt: parseDate(entry.updated),
    descriptionHtml,
    contentHtml,
    excerpt: excerptOf(words),
    image: imageOf(entry),
    enclosures: entry.enclosures.flatMap(enclosureOf),
    categories: [...new Set(entry.categories.map((category) => plainTitle(category, true)).filter(Boolean))],
    slug: slugify(title),
  };
}

/** Markup that was escaped once more than it should begins with a block; a text about tags begins with words. */
const ESCAPED_TWICE = /^\s*&lt;(p|div|figure|ul|ol|table|h[1-6]|blockquote|section|article|img|br)(\s|&gt;|\/)/i;

function asHtml({ value: whole, isHtml }: FeedText, base: string | null): string {
  const given = soundText(whole.slice(0, LONGEST_TEXT));
  const value = isHtml && ESCAPED_TWICE.test(given) && !hasMarkup(given) ? decodeHTML(given) : given;
  if (isHtml) return cleanHtml(value, base);
  const words = withoutTail(value).trim();
  const paragraphs = words.split(/\n\s*\n/);
  return words ? paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph.trim())}</p>`).join("") : "";
}

function firstWords(text: string): string {
  const words = text.split(" ");
  const first = words
    .slice(0, TITLE_WORDS)
    .join(" ")
    .slice(0, LONGEST_FIRST_WORDS - 1);
  return first.length < text.length ? `${soundText(first)}…` : text;
}

/** A file that readers can fetch; what the feed says of it counts where it makes sense. */
function enclosureOf({ url, type, length }: Enclosure): Enclosure[] {
  if (!/^https?:/.test(url)) return [];
  const isLength = Number.isSafeInteger(length) && Number(length) > 0;
  return [{ url: wholeAddress(url), type: soundText(type ?? "").trim() || null, length: isLength ? length : null }];
}
