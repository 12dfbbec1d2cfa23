import { element, lines } from "../../../core/feed/xml.ts";

/** A page as a map of the site has it. */
export interface MappedPage {
  /** Its whole address. */
  url: string;
  /** ISO 8601 instant or day of its last change, null where nobody knows. */
  changedAt: string | null;
}

/** What a news sitemap says of a story. */
interface MappedStory {
  url: string;
  title: string;
  /** ISO 8601 instant. */
  date: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const NEWS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';

export const MAP_BEGINS = `${XML}<urlset ${SITEMAP}>\n`;
export const MAP_ENDS = "</urlset>\n";

/** A page's entry in a map. */
export function mapEntry({ url, changedAt }: MappedPage): string {
  return `<url>${element("loc", url)}${changedAt ? element("lastmod", changedAt) : ""}</url>\n`;
}

/** The map of maps. */
export function mapIndex(maps: readonly MappedPage[]): string {
  const entries = maps.map(
    ({ url, changedAt }) =>
      `<sitemap>${element("loc", url)}${changedAt ? element("lastmod", changedAt) : ""}</sitemap>\n`,
  );
  return `${XML}<sitemapindex ${SITEMAP}>\n${entries.join("")}</sitemapindex>\n`;
}

/** The map of the newest stories, as search engines for news want it. */
export function newsMap(stories: readonly MappedStory[], publication: { name: string; language: string }): string {
  const entries = stories.map(({ url, title, date }) => {
    const parts = [
      `<news:publication>${element("news:name", publication.name)}${element("news:language", newsLanguage(publication.language))}</news:publication>`,
      element("news:publication_date", date),
      element("news:title", title),
    ];
    return `<url>\n${element("loc", url)}\n<news:news>\n${lines(parts)}\n</news:news>\n</url>\n`;
  });
  return `${XML}<urlset ${SITEMAP} ${NEWS}>\n${entries.join("")}</urlset>\n`;
}

/** ISO 639 codes alone, but for the two ways of writing Chinese. */
function newsLanguage(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag).maximize();
  if (language !== "zh") return language;
  return script === "Hant" || region === "TW" ? "zh-tw" : "zh-cn";
}
