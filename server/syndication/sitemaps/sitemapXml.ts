import { element, lines } from "../../../core/feed/xml.ts";

export interface SitemapEntry {
  /** Absolute address of a page, or of a sitemap in the index. */
  url: string;
  /** ISO 8601 instant or date of the last change; null if unknown. */
  changedAt: string | null;
}

interface NewsEntry {
  url: string;
  title: string;
  /** ISO 8601 instant. */
  date: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const NEWS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';

export const URLSET_START = `${XML}<urlset ${SITEMAP}>\n`;
export const URLSET_END = "</urlset>\n";

export function buildEntry(entry: SitemapEntry): string {
  return `<url>${locationOf(entry)}</url>\n`;
}

/** Builds the index of all sitemaps (sitemaps.org). */
export function mapIndex(sitemaps: readonly SitemapEntry[]): string {
  const entries = sitemaps.map((entry) => `<sitemap>${locationOf(entry)}</sitemap>\n`);
  return `${XML}<sitemapindex ${SITEMAP}>\n${entries.join("")}</sitemapindex>\n`;
}

function locationOf({ url, changedAt }: SitemapEntry): string {
  return element("loc", url) + (changedAt ? element("lastmod", changedAt) : "");
}

/** Builds a sitemap of news as Google News reads it. */
export function buildNewsSitemap(
  stories: readonly NewsEntry[],
  publication: { name: string; language: string },
): string {
  const entries = stories.map(({ url, title, date }) => {
    const parts = [
      `<news:publication>${element("news:name", publication.name)}${element("news:language", toNewsLanguage(publication.language))}</news:publication>`,
      element("news:publication_date", date),
      element("news:title", title),
    ];
    return `<url>\n${element("loc", url)}\n<news:news>\n${lines(parts)}\n</news:news>\n</url>\n`;
  });
  return `${XML}<urlset ${SITEMAP} ${NEWS}>\n${entries.join("")}</urlset>\n`;
}

/** Google News takes ISO 639 codes without a region, except for the two Chinese scripts. */
function toNewsLanguage(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag).maximize();
  if (language !== "zh") return language;
  return script === "Hant" || region === "TW" ? "zh-tw" : "zh-cn";
}
