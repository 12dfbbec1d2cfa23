import { decodeHTML } from "entities";
import { type Article, DEFAULT_AUTHOR, type Enclosure } from "../../../core/article.ts";
import { readAuthor } from "../../../core/cleanAuthor.ts";
import { removeControls } from "../../../core/controls.ts";
import { slugify } from "../../../core/slug.ts";
import { escapeHtml, hasMarkup, toExcerpt, toPlainTitle, toText } from "../../html/text.ts";
import { removeTextBoilerplate } from "../clean/boilerplate.ts";
import { cleanHtml } from "../clean/cleanHtml.ts";
import { removeTrackingParameters, unescapeUrl } from "../clean/urls.ts";
import { parseEntryDate } from "../dates/entryDate.ts";
import { findImage } from "./articleImage.ts";
import type { FeedText, RawEntry } from "./rawFeed.ts";

/** Maximum number of words in a title that is taken from an untitled entry's text. */
const MAX_FALLBACK_WORDS = 12;
/** Maximum length, in characters, of a title that is taken from the text. */
const MAX_FALLBACK_TITLE_LENGTH = 160;
/** Maximum length of a title in characters. */
export const MAX_TITLE_LENGTH = 2000;
/** Maximum length of a text in characters. A long magazine story has about 60,000. */
const MAX_TEXT_LENGTH = 300_000;
/** Maximum length of a URL in characters. Servers reject longer URLs. */
const MAX_URL_LENGTH = 8000;

/** Converts an entry to an article, with the defaults of section 3 of the specification. */
export function toArticle(entry: RawEntry): Article {
  const descriptionHtml = toCleanHtml(entry.description, entry.baseUrl);
  const contentHtml = toCleanHtml(entry.content, entry.baseUrl);
  const text = toText(descriptionHtml) || toText(contentHtml);
  const title =
    toPlainTitle(entry.title.value.slice(0, MAX_TITLE_LENGTH), entry.title.isHtml) || getFirstWords(text) || "Untitled";
  return {
    title,
    link: entry.link && entry.link.length <= MAX_URL_LENGTH ? removeTrackingParameters(entry.link) : null,
    guid: removeControls(entry.guid ?? "") || null,
    author: toAuthor(entry.author ?? ""),
    publishedAt: parseEntryDate(entry.published),
    updatedAt: parseEntryDate(entry.updated),
    descriptionHtml,
    contentHtml,
    excerpt: toExcerpt(text),
    image: findImage(entry),
    enclosures: entry.enclosures.flatMap(checkEnclosure),
    categories: toCategories(entry.categories),
    slug: slugify(title),
  };
}

function toAuthor(author: string): string {
  // Markup and entities may hide addresses, and be inside them.
  return readAuthor(toPlainTitle(readAuthor(author.slice(0, MAX_TITLE_LENGTH)), true)) || DEFAULT_AUTHOR;
}

/**
 * Returns the names of categories, each once. Leaves out addresses, such as those by which Blogger tells posts from
 * comments. Of names that differ only in case, the first counts.
 */
function toCategories(categories: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const category of categories) {
    const name = toPlainTitle(category.slice(0, MAX_TITLE_LENGTH), true);
    if (name && !/^https?:\/\//i.test(name)) names.getOrInsert(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/**
 * Matches the beginning of markup that was escaped twice: a block element. A text about HTML begins with words instead.
 */
const ESCAPED_TWICE = /^\s*&lt;(p|div|figure|ul|ol|table|h[1-6]|blockquote|section|article|img|br)(\s|&gt;|\/)/i;

function toCleanHtml({ value, isHtml }: FeedText, base: string | null): string {
  const text = removeControls(value.slice(0, MAX_TEXT_LENGTH));
  if (isHtml) return cleanHtml(ESCAPED_TWICE.test(text) && !hasMarkup(text) ? decodeHTML(text) : text, base);
  const paragraphs = removeTextBoilerplate(text)
    .trim()
    .split(/\n[^\S\n]*\n\s*/);
  return paragraphs[0] ? paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph.trim())}</p>`).join("") : "";
}

function getFirstWords(text: string): string {
  const words = text.split(" ").slice(0, MAX_FALLBACK_WORDS).join(" ");
  const first = words.slice(0, MAX_FALLBACK_TITLE_LENGTH - 1);
  return first.length < text.length ? `${removeControls(first)}…` : text;
}

/** Removes an invalid type or length. Returns [] unless the URL is http or https, which readers can fetch. */
function checkEnclosure({ url, type, length }: Enclosure): Enclosure[] {
  if (!/^https?:/.test(url)) return [];
  const isValidLength = Number.isSafeInteger(length) && Number(length) > 0;
  const cleanType = removeControls(type ?? "").trim();
  return [{ url: unescapeUrl(url), type: cleanType || null, length: isValidLength ? length : null }];
}
