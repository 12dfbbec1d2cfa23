import { setImmediate } from "node:timers/promises";
import { articlePath } from "../../../core/addresses.ts";
import type { Edition } from "../../editions/load.ts";
import { hasBriefing } from "../../newsletter/briefedEdition.ts";
import type { Database } from "../../store/schema.ts";
import {
  findArticlesInRange,
  findLastArticleId,
  findNewsSince,
  findRangeState,
  type IdRange,
} from "../../store/sitemapEntries.ts";
import { buildEntry, buildNewsSitemap, type SitemapEntry, URLSET_END, URLSET_START } from "./sitemapXml.ts";

/** Maximum number of pages in a sitemap (sitemaps.org). */
const MAX_PAGES = 50_000;
/** Maximum number and age of the stories in a news sitemap (Google News). */
const MAX_NEWS = 1000;
const NEWS_MS = 48 * 60 * 60_000;
/** Articles that are in memory at once. */
const BATCH_SIZE = 1000;
/** Screens that every edition has. */
const SCREENS = ["/contact", "/faq", "/partner", "/editions", "/sources", "/rss.xml", "/embed"];

export interface Maps {
  /** Lists every sitemap, for the index. */
  all(): Promise<SitemapEntry[]>;
  /** Returns the sitemap of everything but articles of feeds. */
  pages(): string;
  /**
   * Returns one of the sitemaps of articles: its text in chunks, and a string that changes whenever the text does.
   *
   * @param number from 1
   * @returns undefined if there is no such sitemap
   */
  articles(
    number: number,
  ): Promise<{ text: AsyncIterator<string>; state: string; changedAt: string | null } | undefined>;
  /** Returns the news sitemap: the stories of the last 48 hours. */
  news(now: number): Promise<string>;
}

/**
 * Each sitemap of articles covers a fixed range of 50,000 article ids. So an article never moves to another sitemap, old
 * sitemaps never change, and no articles have to be counted to find where one begins.
 */
export function mapsOf(edition: Edition, database: Database, siteUrl: string): Maps {
  const { id, name, language, sections, samples, pages, books, radio, donation, signUp } = edition;
  const toUrl = (slug: string) => siteUrl + articlePath(slug);
  const toRange = (number: number): IdRange => ({ after: (number - 1) * MAX_PAGES, until: number * MAX_PAGES });

  /** Tells whether a range has an article of the edition. */
  async function hasArticles({ after, until }: IdRange): Promise<boolean> {
    for (let start = after; start < until; start += BATCH_SIZE) {
      const batch = { after: start, until: Math.min(until, start + BATCH_SIZE) };
      if ((await findArticlesInRange(database, id, batch, 1)).length > 0) return true;
      await yieldToRequests();
    }
    return false;
  }

  async function* writeArticles({ after, until }: IdRange): AsyncGenerator<string> {
    yield URLSET_START;
    for (let last = after; ; ) {
      const articles = await findArticlesInRange(database, id, { after: last, until }, BATCH_SIZE);
      if (articles.length > 0)
        yield articles.map(({ slug, changedAt }) => buildEntry({ url: toUrl(slug), changedAt })).join("");
      last = articles.at(-1)?.id ?? until;
      if (articles.length < BATCH_SIZE) break;
      await yieldToRequests();
    }
    yield URLSET_END;
  }

  return {
    async all() {
      const count = Math.ceil((await findLastArticleId(database)) / MAX_PAGES);
      const entries: SitemapEntry[] = [{ url: `${siteUrl}/sitemaps/pages.xml`, changedAt: null }];
      for (let number = 1; number <= count; number++) {
        const range = toRange(number);
        if (!(await hasArticles(range))) continue;
        const { changedAt } = await findRangeState(database, range);
        entries.push({ url: `${siteUrl}/sitemaps/articles-${number}.xml`, changedAt });
      }
      return entries;
    },

    pages() {
      const screens = [
        ...[radio && "/radio", books && "/books", donation && "/support", signUp && "/newsletter"],
        ...[hasBriefing(edition) && "/newsletter/archive"],
      ].filter((path) => typeof path === "string");
      const paths = ["/", ...sections.map(({ slug }) => `/${slug}`), ...screens, ...SCREENS];
      const entries = [
        ...paths.map((path) => ({ url: siteUrl + path, changedAt: null })),
        ...[...pages.values()].map(({ slug, updated }) => ({
          url: `${siteUrl}/${slug}`,
          changedAt: updated?.day ?? null,
        })),
        ...[...samples.values()].flat().map(({ slug, date }) => ({
          url: toUrl(slug),
          changedAt: new Date(date).toISOString(),
        })),
      ];
      return URLSET_START + entries.slice(0, MAX_PAGES).map(buildEntry).join("") + URLSET_END;
    },

    async articles(number) {
      const range = toRange(number);
      if (range.after >= (await findLastArticleId(database)) || !(await hasArticles(range))) return undefined;
      const { count, changedAt } = await findRangeState(database, range);
      return { text: writeArticles(range), state: `${number} ${count} ${changedAt} ${siteUrl}`, changedAt };
    },

    async news(now) {
      const feeds = sections.flatMap((section) => section.feeds.map(({ url }) => url));
      const since = new Date(now - NEWS_MS).toISOString();
      const stories = await findNewsSince(database, feeds, since, MAX_NEWS);
      const entries = stories.map(({ slug, title, sortedAt }) => ({ url: toUrl(slug), title, date: sortedAt }));
      return buildNewsSitemap(entries, { name, language });
    },
  };
}

/** Lets requests run between two synchronous queries. */
async function yieldToRequests(): Promise<void> {
  await setImmediate();
}
