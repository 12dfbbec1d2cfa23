import { decodeHTML } from "entities";
import { Parser } from "htmlparser2";

/** Specification and product: an excerpt's length in characters. */
const EXCERPT = 200;
const SKIPPED = ["script", "style", "noscript", "template", "figcaption"];
const BREAKS = /^(p|div|br|li|h[1-6]|tr|td|blockquote|figure|section|article|ul|ol|table|hr|pre)$/;

/** The words of some HTML, in one line. */
export function wordsOf(html: string): string {
  let text = "";
  let skipping = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (SKIPPED.includes(name)) skipping++;
        if (BREAKS.test(name)) text += " ";
      },
      ontext(data) {
        if (skipping === 0) text += data;
      },
      onclosetag(name) {
        if (SKIPPED.includes(name)) skipping--;
        if (BREAKS.test(name)) text += " ";
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return oneLine(text);
}

/**
 * A title as plain text. Feeds put markup into titles, and escape them twice; both are undone once.
 *
 * @param isHtml whether the feed says, or its format means, that the title is markup
 */
export function plainTitle(value: string, isHtml: boolean): string {
  if (!isHtml) return oneLine(value);
  const once = hasMarkup(value) ? wordsOf(value) : decodeHTML(value);
  const twice = hasEntities(once) ? decodeHTML(once) : once;
  return oneLine(twice);
}

/** Whether a text holds what stands for a character in HTML. */
export function hasEntities(text: string): boolean {
  return /&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(text);
}

/** Text under a headline: at most 200 characters, ending at a word. */
export function excerptOf(text: string): string {
  if (text.length <= EXCERPT) return text;
  const cut = text.slice(0, EXCERPT);
  const end = /\s/.test(text[EXCERPT - 1] ?? "") ? EXCERPT - 1 : cut.slice(0, EXCERPT - 1).lastIndexOf(" ");
  const words = (end > EXCERPT / 2 ? cut.slice(0, end) : cut.slice(0, EXCERPT - 1).toWellFormed()).replace(
    /[\s,;:–—-]+$/,
    "",
  );
  return /[.!?…]["”’)]?$/.test(words) ? words : `${words}…`;
}

/** Text as markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const ELEMENTS =
  /<\/?(a|abbr|article|aside|audio|b|big|blockquote|body|br|center|cite|code|dd|div|dl|dt|em|embed|figcaption|figure|font|form|h[1-6]|head|hr|html|i|iframe|img|li|link|math|meta|nobr|noscript|object|ol|option|p|picture|pre|q|s|script|section|small|source|span|strike|strong|style|sub|sup|svg|table|tbody|td|template|textarea|th|title|tr|tt|u|ul|video|wbr|xmp)(\s[^<>]*)?\/?>/i;

/** A "<" is an opinion about a number, or a type of a program's, as often as a tag: only HTML's own count. */
export function hasMarkup(value: string): boolean {
  return ELEMENTS.test(value);
}

/**
 * Text without what no text may hold: the characters that XML forbids, which a number or a JSON escape brings past the
 * decoder, and halves of characters, with which no address can be made.
 */
export function soundText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0, section 2.2, forbids
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").toWellFormed();
}

function oneLine(text: string): string {
  return soundText(text)
    .replace(/[\s\u00ad\u200b]+/g, " ")
    .trim();
}
