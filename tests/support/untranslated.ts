import { Parser } from "htmlparser2";
import * as edition from "../../core/language/en/edition.ts";
import * as pages from "../../core/language/en/pages.ts";
import * as reader from "../../core/language/en/reader.ts";
import * as server from "../../core/language/en/server.ts";
import * as site from "../../core/language/en/site.ts";

/** Argument for the functions of a catalog. It separates the constant parts of the texts that the functions return. */
const GAP = "§";

/** Returns the sentences and phrases of the English catalogs, including the constant parts of texts with arguments. */
function listEnglish(value: unknown): string[] {
  if (typeof value === "string") return value.includes(" ") && value.length > 8 ? [value] : [];
  if (typeof value === "function") {
    // A function that computes with its arguments returns a text with "NaN".
    const parts = String(value(...Array(5).fill(GAP))).split(/§|NaN/);
    return parts.map((part) => part.trim()).flatMap(listEnglish);
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listEnglish) : [];
}

const ENGLISH = [
  site.createSiteTexts("en"),
  pages.createPageTexts("en"),
  reader.createReaderTexts("en"),
  server.createServerTexts("en"),
  edition.createEditionTexts(),
].flatMap(listEnglish);

/** Returns the sentences and phrases of the English catalogs that a page contains. */
export function findEnglish(page: string): string[] {
  return ENGLISH.filter((sentence) => page.includes(sentence));
}

/** Matches a quoted sentence in a script. */
export const SENTENCE = /(["'`])[A-Z][a-z’]*(?:,? [a-z’]+){2,}[.?!…]?\1/g;

/** Elements whose texts are not translated: code, dates, addresses, and names of formats. */
const UNTRANSLATED = new Set(["script", "style", "time", "code", "textarea", "caption", "th", "template"]);
const READ_ALOUD = ["aria-label", "title", "placeholder", "alt"];
/** Matches texts that the catalogs do not translate: months, weekdays, formats of feeds, URLs, and email addresses. */
const NEUTRAL =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Atom|Feed)\b|https?:\S+|\S+@\S+/g;

/** Returns a page's texts that contain lowercase words and are not pseudo-text. */
export function findPlainTexts(html: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  const check = (value: string | undefined) => {
    const rest = (value ?? "").replace(NEUTRAL, "");
    if (/[a-z]{3}/.test(rest) && !/[«»åéîöû]/.test(rest)) found.push(rest.trim());
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      if (!UNTRANSLATED.has(name)) for (const attribute of READ_ALOUD) check(attributes[attribute]);
    },
    ontext(value) {
      if (!open.some((name) => UNTRANSLATED.has(name))) check(value);
    },
    onclosetag: () => open.pop(),
  });
  parser.end(html);
  return found;
}
