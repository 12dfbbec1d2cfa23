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
  return oneLine(/&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(once) ? decodeHTML(once) : once);
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

/** A "<" in a title is an opinion about a number as often as a tag. */
function hasMarkup(value: string): boolean {
  return /<\/?[a-z][^<>]*>/i.test(value);
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
