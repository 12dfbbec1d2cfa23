import { decodeHTML } from "entities";
import { type Article, DEFAULT_AUTHOR, type Enclosure } from "../../../core/article.ts";
import { readAuthor } from "../../../core/cleanAuthor.ts";
import { removeControls, replaceC1 } from "../../../core/controls.ts";
import { slugify } from "../../../core/slug.ts";
import { escapeHtml, hasMarkup, toExcerpt, toPlainTitle, toText, unwrapCdata } from "../../html/text.ts";
import { removeTextBoilerplate } from "../clean/boilerplate.ts";
import { cleanHtml } from "../clean/cleanHtml.ts";
import { toExcerptText } from "../clean/excerptText.ts";
import { removeShortcodes } from "../clean/feedShortcodes.ts";
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
  const ownTitle = toPlainTitle(entry.title.value.slice(0, MAX_TITLE_LENGTH), entry.title.isHtml);
  const descriptionHtml = removeRepeatedTitle(toCleanHtml(entry.description, entry.baseUrl), ownTitle);
  const contentHtml = removeRepeatedTitle(toCleanHtml(entry.content, entry.baseUrl), ownTitle);
  const text = toExcerptText(descriptionHtml) || toExcerptText(contentHtml);
  const title = ownTitle || getFirstWords(text || toText(descriptionHtml) || toText(contentHtml)) || "Untitled";
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
  // Email addresses may be inside markup or contain markup, so `readAuthor` runs before and after markup is removed.
  return readAuthor(toPlainTitle(readAuthor(author.slice(0, MAX_TITLE_LENGTH)), true)) || DEFAULT_AUTHOR;
}

/**
 * Returns the names of categories without repetitions. Leaves out URLs: Blogger, for example, adds a URL to distinguish
 * posts from comments. Of names that differ only in case, returns the first.
 */
function toCategories(categories: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const category of categories) {
    const name = toPlainTitle(category.slice(0, MAX_TITLE_LENGTH), true);
    if (name && !/^https?:\/\//i.test(name)) names.getOrInsert(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/** Maximum length, in characters, of a heading that is compared with the title. */
const MAX_HEADING_LENGTH = 2 * MAX_TITLE_LENGTH;

/** Removes the heading at the beginning of a text if it repeats the title. */
function removeRepeatedTitle(html: string, title: string): string {
  const [opening = "", level] =
    /^(?:\s|<(?:div|figure|span|img|a)\b[^<>]*>|<\/(?:div|figure|span|a)>)*<h([2-6])>/.exec(html) ?? [];
  if (opening === "") return html;
  const closing = `</h${level}>`;
  const end = html.indexOf(closing, opening.length);
  const heading = html.slice(opening.length, end);
  if (end < 0 || heading.length > MAX_HEADING_LENGTH || toText(heading) !== title) return html;
  return (opening.slice(0, -"<h2>".length) + html.slice(end + closing.length)).trim();
}

/**
 * Matches a text that begins with a block element or a comment that was escaped twice. A story about HTML may rightly
 * contain such markup, but begins with words.
 */
const ESCAPED_TWICE =
  /^\s*&lt;(?:!--|(?:p|div|figure|ul|ol|table|h[1-6]|blockquote|section|article|img|br)(?:\s|&gt;|\/))/i;
/** Matches markup that was escaped three times or more. */
const ESCAPED_AGAIN = /^\s*&(?:amp;){1,3}lt;(?:!--|\/?[a-z])/i;
/** Matches an HTML comment at the beginning of a text. */
const FIRST_COMMENT = /^\s*<!--[\s\S]*?-->/;
/** Maximum number of times that a text is unescaped. */
const MAX_LAYERS = 4;

/** Undoes repeated escaping of markup and of CDATA sections. */
function unescapeLayers(html: string): string {
  let text = unwrapCdata(html);
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const rest = text.replace(FIRST_COMMENT, "");
    if (hasMarkup(text) || !(ESCAPED_TWICE.test(rest) || ESCAPED_AGAIN.test(rest))) break;
    text = unwrapCdata(decodeHTML(rest));
  }
  return text;
}

function toCleanHtml({ value, isHtml }: FeedText, base: string | null): string {
  const text = removeControls(replaceC1(value.slice(0, MAX_TEXT_LENGTH)));
  if (isHtml) return cleanHtml(removeShortcodes(unescapeLayers(text)), base);
  const paragraphs = removeTextBoilerplate(removeShortcodes(text))
    .trim()
    .split(/\n[^\S\n]*\n\s*/);
  return paragraphs[0] ? paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph.trim())}</p>`).join("") : "";
}

function getFirstWords(text: string): string {
  const words = text.split(" ").slice(0, MAX_FALLBACK_WORDS).join(" ");
  const first = words.slice(0, MAX_FALLBACK_TITLE_LENGTH - 1);
  return first.length < text.length ? `${removeControls(first)}…` : text;
}

/**
 * Returns an array with the enclosure; [] if the enclosure's URL is neither http nor https. Replaces an empty type and
 * an invalid length with null.
 */
function checkEnclosure({ url, type, length }: Enclosure): Enclosure[] {
  if (!/^https?:/.test(url)) return [];
  const isValidLength = Number.isSafeInteger(length) && Number(length) > 0;
  const cleanType = removeControls(type ?? "").trim();
  return [{ url: unescapeUrl(url), type: cleanType || null, length: isValidLength ? length : null }];
}
