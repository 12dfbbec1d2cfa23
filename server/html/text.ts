import { decodeHTML } from "entities";
import { Parser } from "htmlparser2";
import { replaceC1, toCleanLine } from "../../core/controls.ts";
import { trimEndChars } from "../../core/trim.ts";

/** Maximum length of an excerpt, in characters. */
const EXCERPT_LENGTH = 200;
/** Maximum length of an emoji's text. A family of four with joiners and skin tones has 19 code units. */
const MAX_EMOJI_LENGTH = 24;
const SKIPPED = ["script", "style", "noscript", "template", "figcaption"];
/** Names of elements that begin a line. */
export const BLOCKS = /^(p|div|br|address|li|h[1-6]|tr|td|blockquote|figure|section|article|ul|ol|table|hr|pre)$/;

/** Returns the text of HTML on one line, without scripts, styles, templates and figure captions. */
export function toText(html: string): string {
  let text = "";
  let skippedDepth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (SKIPPED.includes(name)) skippedDepth++;
        if (BLOCKS.test(name)) text += " ";
        if (name === "img" && skippedDepth === 0) text += getEmoji(attributes) ?? "";
      },
      ontext(data) {
        if (skippedDepth === 0) text += data;
      },
      onclosetag(name) {
        if (SKIPPED.includes(name)) skippedDepth--;
        if (BLOCKS.test(name)) text += " ";
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return toOneLine(text);
}

/**
 * Returns a title as plain text. If `isHtml`, removes markup and decodes entities. Decodes them twice if needed, since
 * some feeds escape titles twice.
 *
 * @param isHtml true if the feed or its format declares the title to be markup
 */
export function toPlainTitle(title: string, isHtml: boolean): string {
  if (!isHtml) return toOneLine(title);
  const value = keepPageTags(unwrapCdata(title));
  const once = hasMarkup(value) ? toText(value) : decodeHTML(value);
  return toOneLine(hasEntities(once) ? decodeHTML(once) : once);
}

/** Removes the start and end marks of CDATA sections that were escaped and so became part of the text. */
export function unwrapCdata(text: string): string {
  return text.includes("<![CDATA[") ? text.replaceAll("<![CDATA[", "").replaceAll("]]>", "") : text;
}

/**
 * Escapes the tags of a page's structure in a title such as "Where <head> ends", which only mentions the tag. A title
 * that also contains an end tag of such an element is markup and stays unchanged.
 */
function keepPageTags(title: string): string {
  if (!/<(?:html|head|body|meta|table|form)>/i.test(title) || /<\/(?:html|head|body|table|form)>/i.test(title))
    return title;
  return title.replace(/<(html|head|body|meta|table|form)>/gi, "&lt;$1&gt;");
}

export function hasEntities(text: string): boolean {
  return /&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(text);
}

/** Returns the alternative text of an image that replaces an emoji in a text; null for any other image. */
export function getEmoji({ alt = "", class: classes = "" }: Record<string, string>): string | null {
  if (alt === "" || alt.length > MAX_EMOJI_LENGTH) return null;
  const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(alt) && !/[\p{L}\p{N}]/u.test(alt);
  return isEmoji || /(?:^|\s)(?:wp-smiley|emoji|twemoji|emojione)(?:\s|$)/i.test(classes) ? alt : null;
}

/** Shortens plain text to at most 200 characters, if possible after a whole word. */
export function toExcerpt(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const cut = text.slice(0, EXCERPT_LENGTH - 1);
  const end = /\s/.test(text[EXCERPT_LENGTH - 1] ?? "") ? EXCERPT_LENGTH - 1 : cut.lastIndexOf(" ");
  // Text without spaces is cut inside a word, but never inside a surrogate pair.
  const words = end > EXCERPT_LENGTH / 2 ? cut.slice(0, end) : cut.toWellFormed();
  const trimmed = trimEndChars(words, /[\s,;:–—-]/);
  return /[.!?…]["”’)]?$/.test(trimmed) ? trimmed : `${trimmed}…`;
}

/** Escapes each "<!" that is not closed by ">" before the next tag, since the parser would drop the text after it. */
export function escapeStrayDeclarations(markup: string): string {
  return markup.includes("<!") ? markup.replace(/<!(?!--|\[CDATA\[|DOCTYPE)(?![^<>]*>)/gi, "&lt;!") : markup;
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const ELEMENTS =
  /<\/?(a|abbr|article|aside|audio|b|big|blockquote|body|br|center|cite|code|dd|div|dl|dt|em|embed|figcaption|figure|font|form|h[1-6]|head|hr|html|i|iframe|img|li|link|math|meta|nobr|noscript|object|ol|option|p|picture|pre|q|s|script|section|small|source|span|strike|strong|style|sub|sup|svg|table|tbody|td|template|textarea|th|title|tr|tt|u|ul|video|wbr|xmp)(\s[^<>]*)?\/?>/i;

/** Returns true if a text contains an HTML tag. "3 < 4" and "List<T>" contain none. */
export function hasMarkup(value: string): boolean {
  return ELEMENTS.test(value);
}

function toOneLine(text: string): string {
  return toCleanLine(replaceC1(text));
}
