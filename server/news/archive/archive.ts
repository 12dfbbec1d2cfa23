import { MAX_ITEMS } from "../../../core/article.ts";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import { formatDate, formatDay, layOutWeeks } from "../../calendars/eventDates.ts";
import { toSectionLink } from "../../editions/derived/publicEdition.ts";
import type { Edition } from "../../editions/loading/load.ts";
import type { SectionConfig } from "../../editions/schema/schema.ts";
import { permit } from "../../rights/permit.ts";
import type { Headline } from "../../store/articles/articleRows.ts";
import {
  countArticlesInSpans,
  findNearestDate,
  findPosition,
  listArticlesAfter,
  listArticlesInSpan,
  type TimeSpan,
} from "../../store/articles/articlesByDate.ts";
import { listFollowedFeeds, listSectionsWithNews } from "../../store/feeds/feeds.ts";
import type { Database } from "../../store/schema/schema.ts";
import { getDayStart, isSettled, parseDay, toDay } from "../days.ts";
import { groupStories } from "../sameStory.ts";
import { storyFromArticle, storyFromSample } from "../story.ts";
import type { Story } from "../views.ts";
import type { ArchiveCell, ArchiveDay, ArchiveLink, ArchiveMonth, OlderStories } from "./archiveViews.ts";

/** Maximum number of stories on a day's page; if there are more, the page links to a search for that day. */
const MAX_STORIES = 60;

export type Archive = ReturnType<typeof createArchive>;

/** Creates the archive of an edition's stories by date. @param now milliseconds since 1970 */
export function createArchive(edition: Edition, database: Database, now: number) {
  const { timeZone, language } = edition;
  const today = toDay(new Date(now).toISOString(), timeZone);
  const toSpan = (day: Temporal.PlainDate): TimeSpan => ({
    from: getDayStart(day, timeZone),
    to: getDayStart(day.add({ days: 1 }), timeZone),
  });

  const linkToDay = (day: Temporal.PlainDate): ArchiveLink => ({
    title: formatDate(day.toString(), language, { dateStyle: "full" }),
    href: hrefTo(day.toString()),
  });
  const linkToMonth = (day: Temporal.PlainDate): ArchiveLink => ({
    title: formatDate(day.toString(), language, { month: "long", year: "numeric" }),
    href: hrefTo(day.toString().slice(0, 7)),
  });

  /** Reads all feeds that the edition follows or once followed, and the samples that the site shows. */
  async function readContext() {
    const follows = await listFollowedFeeds(database, edition.id);
    const feeds = { edition: edition.id, feedUrls: [...new Set(follows.map(({ feedUrl }) => feedUrl))] };
    const sectionByFeed = new Map(
      edition.sections.flatMap((section) =>
        follows.filter((follow) => follow.section === section.slug).map(({ feedUrl }) => [feedUrl, section] as const),
      ),
    );
    const withNews = await listSectionsWithNews(database, edition.id);
    // The site shows the samples of sections whose feeds have no articles yet.
    const samples = edition.sections
      .filter(({ slug }) => !withNews.has(slug))
      .flatMap((section) => (edition.samples.get(section.slug) ?? []).map((sample) => ({ sample, section })))
      .map(({ sample, section }) => ({ at: new Date(sample.date).toISOString(), sample, section }));

    return {
      feeds,
      sectionByFeed,
      getSamplesIn: ({ from, to }: TimeSpan) => samples.filter(({ at }) => at >= from && at < to),

      /**
       * Finds the story nearest to an instant (ISO 8601): for "before", the last story before the instant; for "from",
       * the first story at or after the instant. Returns the day of the story; null if there is no such story.
       */
      async findNearestDay(direction: "before" | "from", instant: string): Promise<Temporal.PlainDate | null> {
        const isBefore = direction === "before";
        const stored = await findNearestDate(database, feeds, direction, instant);
        const sampled = samples.map(({ at }) => at).filter((at) => (isBefore ? at < instant : at >= instant));
        const dates = [...(stored ? [stored] : []), ...sampled].sort();
        const date = isBefore ? dates.at(-1) : dates[0];
        return date ? toDay(date, timeZone) : null;
      },
    };
  }

  /** Turns each group of articles about one story into a story; skips groups whose first article has no section. */
  function toStories(groups: readonly Headline[][], getSection: (article: Headline) => SectionConfig | undefined) {
    return groups.flatMap(([article, ...others]): Story[] => {
      const section = article && getSection(article);
      return section ? [storyFromArticle(permit(article, edition), edition, section, others)] : [];
    });
  }

  /** Finds a section and the position of one of its stories; returns undefined if either does not exist. */
  async function findStoryPosition(sectionSlug: string, storySlug: string) {
    const section = edition.sections.find(({ slug }) => slug === sectionSlug);
    const feedUrls = section?.feeds.map(({ url }) => url) ?? [];
    const position = await findPosition(database, feedUrls, storySlug);
    return section && position && { section, feeds: { edition: edition.id, section: sectionSlug, feedUrls }, position };
  }

  return {
    /** Returns a day's page; undefined for an invalid or future date, and before the edition's first story. */
    async day(year: string, month: string, dayOfMonth: string): Promise<ArchiveDay | undefined> {
      const day = parseDay(`${year}-${month}-${dayOfMonth}`);
      if (!day || Temporal.PlainDate.compare(day, today) > 0) return undefined;
      const span = toSpan(day);
      const { feeds, sectionByFeed, getSamplesIn, findNearestDay } = await readContext();
      const [articles, [stored = 0], previous, next] = await Promise.all([
        listArticlesInSpan(database, feeds, span, MAX_STORIES),
        countArticlesInSpans(database, feeds, [span]),
        findNearestDay("before", span.from),
        findNearestDay("from", span.to),
      ]);
      const samples = getSamplesIn(span);
      const stories = [
        ...toStories(groupStories(articles), ({ feedUrl }) => sectionByFeed.get(feedUrl)),
        ...samples.map(({ sample, section }) => storyFromSample(sample, edition, section)),
      ].sort((a, b) => ((a.date.instant ?? "") < (b.date.instant ?? "") ? 1 : -1));
      const count = stored + samples.length;
      if (count === 0 && isBeforeArchive(previous, next)) return undefined;
      const name = day.toString();
      return {
        ...linkToDay(day),
        date: name,
        month: linkToMonth(day),
        // The page is not settled until a later day has stories, since the page will then get a link to that day.
        isSettled: next !== null && isSettled(day, timeZone, now),
        stories: stories.slice(0, MAX_STORIES),
        all:
          stored > MAX_STORIES
            ? {
                title: getServerTexts(language).news.allOfDay(stored),
                href: `/search?from=${name}&to=${name}&order=date`,
              }
            : null,
        previous: previous && linkToDay(previous),
        next: next && linkToDay(next),
      };
    },

    async month(year: string, month: string): Promise<ArchiveMonth | undefined> {
      const first = parseDay(`${year}-${month}-01`);
      if (!first || Temporal.PlainDate.compare(first, today) > 0) return undefined;
      const { feeds, getSamplesIn, findNearestDay } = await readContext();
      const days = Array.from({ length: first.daysInMonth }, (_, index) => first.add({ days: index }));
      const spans = days.map(toSpan);
      const [stored, previous, next] = await Promise.all([
        countArticlesInSpans(database, feeds, spans),
        findNearestDay("before", getDayStart(first, timeZone)),
        findNearestDay("from", getDayStart(first.add({ months: 1 }), timeZone)),
      ]);
      const sampleCounts = spans.map((span) => getSamplesIn(span).length);
      const counts = sampleCounts.map((samples, index) => (stored[index] ?? 0) + samples);
      if (counts.every((count) => count === 0) && isBeforeArchive(previous, next)) return undefined;
      return {
        ...layOutMonth(first, counts, language),
        sampleCount: sampleCounts.reduce((sum, count) => sum + count, 0),
        ...linkToMonth(first),
        isSettled: next !== null && isSettled(days.at(-1) ?? first, timeZone, now),
        previous: previous && linkToMonth(previous),
        next: next && linkToMonth(next),
      };
    },

    /** Returns the path of the newest month with stories, or of the current month if there are no stories. */
    async newest(): Promise<string> {
      const { findNearestDay } = await readContext();
      const day = (await findNearestDay("before", new Date(now).toISOString())) ?? today;
      return linkToMonth(day).href;
    },

    /** Returns a section's stories older than the story `after` (a slug); undefined if section or story is missing. */
    async older(slug: string, after: string): Promise<OlderStories | undefined> {
      const found = await findStoryPosition(slug, after);
      if (!found) return undefined;
      const { section, feeds, position } = found;
      // Reads twice as many articles as stories, since articles about one story are merged.
      const articles = await listArticlesAfter(database, feeds, position, 2 * MAX_ITEMS);
      const groups = groupStories(articles).slice(0, MAX_ITEMS);
      const last = groups.at(-1)?.at(0);
      const rest = last ? await listArticlesAfter(database, feeds, last, 1) : [];
      return {
        section: toSectionLink(section),
        stories: toStories(groups, () => section),
        older: last && rest.length > 0 ? olderHref(slug, last.slug) : null,
      };
    },

    /** Returns the path of the page with a section's stories older than `stories`; null if there are none. */
    async olderThan(slug: string, stories: readonly Story[]): Promise<string | null> {
      const last = stories.at(-1);
      const found = last && (await findStoryPosition(slug, last.slug));
      if (!found) return null;
      const rest = await listArticlesAfter(database, found.feeds, found.position, 1);
      return rest.length > 0 ? olderHref(slug, last.slug) : null;
    },
  };
}

/** @param counts number of stories on each day of the month */
function layOutMonth(
  first: Temporal.PlainDate,
  counts: readonly number[],
  language: string,
): Pick<ArchiveMonth, "count" | "weekdays" | "weeks"> {
  const cells = counts.map((count, index): ArchiveCell => {
    const date = first.add({ days: index }).toString();
    const label = getServerTexts(language).news.dayCount(formatDay(date, language), count);
    return { date, number: index + 1, count, label, href: hrefTo(date) };
  });
  return { count: counts.reduce((sum, count) => sum + count, 0), ...layOutWeeks(first, cells, language) };
}

/** Returns true for a date before the first story. The number of such dates is unlimited, so they have no pages. */
function isBeforeArchive(previous: Temporal.PlainDate | null, next: Temporal.PlainDate | null): boolean {
  return previous === null && next !== null;
}

function olderHref(section: string, slug: string): string {
  return `/${section}?after=${encodeURIComponent(slug)}`;
}

/** @param name a date or a month, such as 2025-04-17 or 2025-04 */
function hrefTo(name: string): string {
  return `/archive/${name.replaceAll("-", "/")}`;
}
