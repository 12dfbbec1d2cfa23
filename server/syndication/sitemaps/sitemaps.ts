import { setImmediate } from "node:timers/promises";
import { articlePath } from "../../../core/addresses.ts";
import type { Edition } from "../../editions/load.ts";
import { hasBriefing } from "../../newsletter/templates/letter.ts";
import type { Database } from "../../store/schema.ts";
import { articlesByNumber, lastArticleId, newestNames, rangeState } from "../../store/sitemapEntries.ts";
import { MAP_BEGINS, MAP_ENDS, type MappedPage, mapEntry, newsMap } from "./sitemapXml.ts";

/** What a map may hold at most (sitemaps.org). */
const PAGES_IN_MAP = 50_000;
/** The same of a map of news, and how far back that goes. */
const STORIES_IN_NEWS_MAP = 1000;
const NEWS_MS = 48 * 60 * 60_000;
/** Articles that are in memory at once. */
const AT_ONCE = 1000;

/** The maps of an edition's site, for search engines. */
export interface Maps {
  /** Every map, for the index. */
  all(): Promise<MappedPage[]>;
  /** Everything that is no article from a feed. */
  pages(): string;
  /**
   * One of the maps of articles: its text in pieces, and what it is told by that it is the same as before.
   *
   * @param number the first is 1
   * @returns undefined where there is no such map
   */
  articles(
    number: number,
  ): Promise<{ text: AsyncIterator<string>; state: string; changedAt: string | null } | undefined>;
  /** The stories of the last 48 hours. */
  news(now: number): Promise<string>;
}

/**
 * Each map of articles has a range of 50,000 of the store's numbers to itself. So an article never moves from one map to
 * another, old maps never change, and no map has to be counted out from the beginning.
 */
export function mapsOf(edition: Edition, database: Database, siteUrl: string): Maps {
  const { id, name, language, sections, samples, pages, books, radio, donation, signUp } = edition;
  const addressOf = (slug: string) => siteUrl + articlePath(slug);
  const rangeOf = (number: number) => ({ after: (number - 1) * PAGES_IN_MAP, until: number * PAGES_IN_MAP });

  /** Whether an article of the edition is in a range, in steps that leave others room. */
  async function holdsAny({ after, until }: { after: number; until: number }): Promise<boolean> {
    for (let from = after; from < until; from += AT_ONCE) {
      const to = Math.min(until, from + AT_ONCE);
      if ((await articlesByNumber(database, id, { after: from, until: to, limit: 1 })).length > 0) return true;
      await setImmediate();
    }
    return false;
  }

  async function* textOf({ after, until }: { after: number; until: number }): AsyncGenerator<string> {
    yield MAP_BEGINS;
    let last = after;
    for (;;) {
      const articles = await articlesByNumber(database, id, { after: last, until, limit: AT_ONCE });
      if (articles.length > 0)
        yield articles.map(({ slug, changedAt }) => mapEntry({ url: addressOf(slug), changedAt })).join("");
      last = articles.at(-1)?.id ?? until;
      if (articles.length < AT_ONCE) break;
      // Readers come first.
      await setImmediate();
    }
    yield MAP_ENDS;
  }

  return {
    async all() {
      const count = Math.ceil((await lastArticleId(database)) / PAGES_IN_MAP);
      const maps: MappedPage[] = [{ url: `${siteUrl}/sitemaps/pages.xml`, changedAt: null }];
      for (let number = 1; number <= count; number++) {
        const range = rangeOf(number);
        if (!(await holdsAny(range))) continue;
        const { changedAt } = await rangeState(database, range.after, range.until);
        maps.push({ url: `${siteUrl}/sitemaps/articles-${number}.xml`, changedAt });
      }
      return maps;
    },

    pages() {
      const own = [...pages.values()].map(({ slug, updated }) => ({
        url: `${siteUrl}/${slug}`,
        changedAt: updated?.day ?? null,
      }));
      const screens = [
        ...[radio && "/radio", books && "/books", donation && "/support", signUp && "/newsletter"],
        ...[hasBriefing(edition) && "/newsletter/archive"],
      ].filter((path) => typeof path === "string");
      const stories = [...samples.values()].flat();
      const entries = [
        ...["/", ...sections.map(({ slug }) => `/${slug}`), ...screens, ...SCREENS].map((path) => ({
          url: siteUrl + path,
          changedAt: null,
        })),
        ...own,
        ...stories.map(({ slug, date }) => ({ url: addressOf(slug), changedAt: new Date(date).toISOString() })),
      ];
      return MAP_BEGINS + entries.slice(0, PAGES_IN_MAP).map(mapEntry).join("") + MAP_ENDS;
    },

    async articles(number) {
      const range = rangeOf(number);
      if (range.after >= (await lastArticleId(database)) || !(await holdsAny(range))) return undefined;
      const { count, changedAt } = await rangeState(database, range.after, range.until);
      return { text: textOf(range), state: `${number} ${count} ${changedAt} ${siteUrl}`, changedAt };
    },

    async news(now) {
      const feeds = sections.flatMap((section) => section.feeds.map(({ url }) => url));
      const since = new Date(now - NEWS_MS).toISOString();
      const stories = await newestNames(database, feeds, since, STORIES_IN_NEWS_MAP);
      const mapped = stories.map(({ slug, title, sortedAt }) => ({ url: addressOf(slug), title, date: sortedAt }));
      return newsMap(mapped, { name, language });
    },
  };
}

/** The app's pages that every edition has. */
const SCREENS = ["/contact", "/faq", "/partner", "/editions", "/sources", "/rss.xml", "/embed"];
