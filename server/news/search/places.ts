import { getPageTexts, getReaderTexts, getServerTexts, getSiteTexts } from "../../../core/language/catalogs.ts";
import { chooseLanguage, type Language } from "../../../core/language/languages.ts";
import { foldPrefix, foldText } from "../../../core/search/fold.ts";
import { isStopWord } from "../../../core/search/stopWords.ts";
import { listOptionalPages } from "../../editions/derived/optionalPages.ts";
import type { Edition } from "../../editions/loading/load.ts";
import type { Place } from "./views.ts";

const MAX_PLACES = 4;

interface NamedPlace extends Place {
  /** Words, besides the title, by which readers look for the page. */
  keywords: string;
}

/**
 * Returns the sections, pages and authors whose names or keywords have all words of a query, such as the calendar for
 * "events this weekend". Names that have all words come first.
 *
 * @param labels links to authors and topics of stories that the search found
 * @param isTyping true if the last word may be unfinished
 */
export function listPlaces(edition: Edition, text: string, labels: readonly Place[], isTyping: boolean): Place[] {
  const language = chooseLanguage(edition.language);
  const query = foldText(text, language).filter((word) => !isStopWord(word, language));
  if (query.length === 0) return [];
  const last = isTyping && /[\p{L}\p{N}]$/u.test(text) ? foldPrefix(text.slice(text.lastIndexOf(" ") + 1)) : "";
  const hasAll = (...texts: string[]) => hasWords(texts.join(" "), { query, last, language });
  const places = listAllPlaces(edition, labels);
  const named = places.filter(({ title }) => hasAll(title));
  const others = places.filter((place) => !named.includes(place) && hasAll(place.title, place.keywords));
  return [...named, ...others].slice(0, MAX_PLACES).map(({ title, href }) => ({ title, href }));
}

function hasWords(
  text: string,
  { query, last, language }: { query: readonly string[]; last: string; language: Language },
): boolean {
  const words = new Set(foldText(text, language));
  const isFound = (word: string, index: number) =>
    words.has(word) ||
    (last.length > 1 && index === query.length - 1 && words.values().some((known) => known.startsWith(last)));
  return query.every(isFound);
}

function listAllPlaces(edition: Edition, labels: readonly Place[]): NamedPlace[] {
  const { searchKeywords: keywords } = getServerTexts(edition.language);
  const events = edition.embeds.events?.section;
  // Without a weather section, the words for weather lead to the first section, which has the local stories.
  const weather = edition.sections.find(({ slug }) => slug === "weather") ?? edition.sections[0];
  const sections = edition.sections.map((section) => ({
    title: section.name,
    href: `/${section.slug}`,
    keywords: [
      section.shortName,
      section.slug.replaceAll("-", " "),
      section.slug === events ? keywords.events : "",
      section === weather ? keywords.weather : "",
    ].join(" "),
  }));
  const authors = edition.authors.map(({ name, slug }) => ({ title: name, href: `/author/${slug}`, keywords: "" }));
  const known = new Set(authors.map(({ href }) => href));
  const others = labels.filter(({ href }) => !known.has(href)).map((label) => ({ ...label, keywords: "" }));
  return [...sections, ...listPages(edition), ...authors, ...others];
}

function listPages(edition: Edition): NamedPlace[] {
  const { searchKeywords: keywords } = getServerTexts(edition.language);
  const { archive, sources, editions, corrections, feeds, takedowns } = getPageTexts(edition.language);
  const { newsletter } = getReaderTexts(edition.language);
  const { radio, books, donation, contact, faq, partner, signUp } = edition;
  const optional: [path: string, title: string | undefined, keywords: string][] = [
    ["/radio", radio?.title, keywords.radio],
    ["/books", books?.page.title, keywords.books],
    ["/support", donation?.title, keywords.support],
    ["/contact", contact?.title, keywords.contact],
    ["/faq", faq?.title, keywords.faq],
    ["/partner", partner?.title, keywords.partner],
    ["/newsletter", signUp?.title, keywords.newsletter],
    ["/newsletter/archive", signUp && newsletter.archiveTitle(signUp.title), ""],
  ];
  const served = new Set(listOptionalPages(edition));
  const always: [path: string, title: string, keywords: string][] = [
    ["/saved", getSiteTexts(edition.language).frame.myPage(edition.nameplate.second), keywords.saved],
    ["/archive", archive.parent, keywords.archive],
    ["/sources", sources.title, keywords.sources],
    ["/editions", editions.title, keywords.editions],
    ["/corrections", corrections.title, keywords.corrections],
    ["/takedowns", takedowns.title, ""],
    ["/rss.xml", feeds.title, keywords.feeds],
  ];
  const own = Array.from(edition.pages.values(), ({ slug, title }) => [`/${slug}`, title, slug] as const);
  return [...optional.filter(([path]) => served.has(path)), ...own, ...always].flatMap(([href, title, keywords]) =>
    title === undefined ? [] : [{ href, title, keywords }],
  );
}
