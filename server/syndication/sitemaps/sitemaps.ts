import { setImmediate as yieldToRequests } from "node:timers/promises";
import { articlePath } from "../../../core/addresses.ts";
import { element, joinLines } from "../../../core/feed/xml.ts";
import { listOptionalPages } from "../../editions/derived/optionalPages.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { splitFeedsByIndexing } from "../../editions/schema/rights.ts";
import { isPaid } from "../../news/story.ts";
import {
  findLastArticleId,
  findRangeState,
  type IdRange,
  listArticlesInRange,
  listNewsSince,
} from "../../store/articles/sitemapEntries.ts";
import type { Database } from "../../store/schema/schema.ts";

/** Maximum number of pages in a sitemap (sitemaps.org). */
const MAX_PAGES = 50_000;
/** Maximum number of stories in a news sitemap, and their maximum age, in ms (Google News). */
const MAX_NEWS_STORIES = 1000;
const MAX_NEWS_AGE_MS = 48 * 60 * 60_000;
/** Maximum number of articles that are read at a time. */
const BATCH_SIZE = 1000;
/** Paths of pages that every edition has. */
const PAGES = ["/editions", "/sources", "/rss.xml"];

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const NEWS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';

const URLSET_START = `${XML}<urlset ${SITEMAP}>\n`;
const URLSET_END = "</urlset>\n";

interface SitemapEntry {
  /** Absolute URL of a page, or of a sitemap in the index. */
  url: string;
  /** ISO 8601 instant or date of the last change; null if unknown. */
  changedAt: string | null;
}

export type Sitemaps = ReturnType<typeof createSitemaps>;

/**
 * Creates an edition's sitemaps. The sitemaps omit samples. They list a story only if all of the edition's feeds that
 * carry the story have the right `index`. Each sitemap of articles covers a fixed range of 50,000 ids. Thus articles
 * never move to another sitemap, new articles change only the last sitemap, and the start of a sitemap is found without
 * counting.
 */
export function createSitemaps(edition: Edition, database: Database, siteUrl: string) {
  const { name, language, sections, pages } = edition;
  const feeds = { edition: edition.id, ...splitFeedsByIndexing(edition) };
  const toUrl = (slug: string) => siteUrl + articlePath(slug);
  const toRange = (number: number): IdRange => ({ after: (number - 1) * MAX_PAGES, until: number * MAX_PAGES });

  /** Returns true if a range of ids has an article that a sitemap lists. */
  async function hasArticles({ after, until }: IdRange): Promise<boolean> {
    if (feeds.indexed.length === 0) return false;
    for (let start = after; start < until; start += BATCH_SIZE) {
      const batch = { after: start, until: Math.min(until, start + BATCH_SIZE) };
      if ((await listArticlesInRange(database, feeds, batch, 1)).length > 0) return true;
      await yieldToRequests();
    }
    return false;
  }

  async function* writeArticles({ after, until }: IdRange): AsyncGenerator<string> {
    yield URLSET_START;
    for (let last = after; ; ) {
      const articles = await listArticlesInRange(database, feeds, { after: last, until }, BATCH_SIZE);
      if (articles.length > 0)
        yield articles.map(({ slug, changedAt }) => buildEntry("url", { url: toUrl(slug), changedAt })).join("");
      last = articles.at(-1)?.id ?? until;
      if (articles.length < BATCH_SIZE) break;
      await yieldToRequests();
    }
    yield URLSET_END;
  }

  return {
    /** Builds the index of all sitemaps (sitemaps.org). */
    async index(): Promise<string> {
      const count = Math.ceil((await findLastArticleId(database)) / MAX_PAGES);
      const entries: SitemapEntry[] = [{ url: `${siteUrl}/sitemaps/pages.xml`, changedAt: null }];
      for (let number = 1; number <= count; number++) {
        const range = toRange(number);
        if (!(await hasArticles(range))) continue;
        const { changedAt } = await findRangeState(database, edition.id, range);
        entries.push({ url: `${siteUrl}/sitemaps/articles-${number}.xml`, changedAt });
      }
      const sitemaps = entries.map((entry) => buildEntry("sitemap", entry));
      return `${XML}<sitemapindex ${SITEMAP}>\n${sitemaps.join("")}</sitemapindex>\n`;
    },

    /** Builds the sitemap of all pages except articles. */
    pages(): string {
      const paths = ["/", ...sections.map(({ slug }) => `/${slug}`), ...listOptionalPages(edition), ...PAGES];
      const entries = [
        ...paths.map((path) => ({ url: siteUrl + path, changedAt: null })),
        ...[...pages.values()].map(({ slug, updated }) => ({
          url: `${siteUrl}/${slug}`,
          changedAt: updated?.day ?? null,
        })),
      ];
      const urls = entries.slice(0, MAX_PAGES).map((entry) => buildEntry("url", entry));
      return URLSET_START + urls.join("") + URLSET_END;
    },

    /**
     * Returns a sitemap of articles by its number, from 1; undefined if it does not exist. `text` comes in chunks.
     * `state` is a string that changes whenever the text changes.
     */
    async articles(number: number) {
      const range = toRange(number);
      if (range.after >= (await findLastArticleId(database)) || !(await hasArticles(range))) return undefined;
      const { count, hidden, changedAt } = await findRangeState(database, edition.id, range);
      const state = JSON.stringify([number, count, hidden, changedAt, siteUrl, feeds]);
      return { text: writeArticles(range), state, changedAt };
    },

    /** Builds the sitemap for Google News: recent stories whose originals are on this site, except paid stories. */
    async news(now: number): Promise<string> {
      const since = new Date(now - MAX_NEWS_AGE_MS).toISOString();
      const stories = (await listNewsSince(database, feeds, since, MAX_NEWS_STORIES)).filter((story) => !isPaid(story));
      const publication = element("news:name", name) + element("news:language", toNewsLanguage(language));
      const entries = stories.map(({ slug, title, sortedAt }) => {
        const parts = [
          `<news:publication>${publication}</news:publication>`,
          element("news:publication_date", sortedAt),
          element("news:title", title),
        ];
        return `<url>\n${element("loc", toUrl(slug))}\n<news:news>\n${joinLines(parts)}\n</news:news>\n</url>\n`;
      });
      return `${XML}<urlset ${SITEMAP} ${NEWS}>\n${entries.join("")}</urlset>\n`;
    },
  };
}

function buildEntry(tag: "url" | "sitemap", { url, changedAt }: SitemapEntry): string {
  return `<${tag}>${element("loc", url)}${changedAt ? element("lastmod", changedAt) : ""}</${tag}>\n`;
}

/** Returns a language code for Google News: "zh-cn" or "zh-tw" for Chinese, ISO 639 for other languages. */
function toNewsLanguage(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag).maximize();
  if (language !== "zh") return language;
  return script === "Hant" || region === "TW" ? "zh-tw" : "zh-cn";
}
