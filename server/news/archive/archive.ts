import { ITEMS_KEPT } from "../../../core/article.ts";
import { worded } from "../../calendars/entry.ts";
import type { Edition } from "../../editions/load.ts";
import { sectionLink } from "../../editions/public.ts";
import { articlesAfter, articlesIn, countsIn, nearestDate, placeOf, type Span } from "../../store/archive.ts";
import type { Database } from "../../store/schema.ts";
import { followsOf } from "../../store/search/search.ts";
import { beginOf, dayAt, dayOfName, isSettled } from "../days.ts";
import { groupStories } from "../sameStory.ts";
import { samplesShown } from "../search/scope.ts";
import { storyFromArticle, storyFromSample } from "../story.ts";
import type { Story } from "../views.ts";
import { layOutArchiveMonth } from "./archiveMonth.ts";
import type { Archive, ArchiveLink } from "./archiveViews.ts";

/** Stories that a day shows; all of them stand in the search of that day. */
const OF_A_DAY = 60;

/** @param now milliseconds since 1970 */
export function archiveOf(edition: Edition, database: Database, now: number): Archive {
  const { timeZone, language } = edition;
  const today = dayAt(new Date(now).toISOString(), timeZone);
  const spanOf = (day: Temporal.PlainDate, days = 1): Span => ({
    from: beginOf(day, timeZone),
    to: beginOf(day.add({ days }), timeZone),
  });

  async function open() {
    const follows = await followsOf(database, edition.id);
    const feedUrls = [...new Set(follows.map(({ feedUrl }) => feedUrl))];
    const sectionOf = new Map(
      edition.sections.flatMap((section) => [
        ...follows
          .filter((follow) => follow.section === section.slug)
          .map(({ feedUrl }) => [feedUrl, section] as const),
      ]),
    );
    const own = await samplesShown(edition, database, follows, null);
    const samples = own.map(({ sample, section }) => ({ at: new Date(sample.date).toISOString(), sample, section }));
    const within = ({ from, to }: Span) => samples.filter(({ at }) => at >= from && at < to);

    /** The nearest day that has stories. */
    async function nearest(direction: "before" | "from", instant: string): Promise<Temporal.PlainDate | null> {
      const isBefore = direction === "before";
      const stored = await nearestDate(database, feedUrls, direction, instant);
      const dates = samples.map(({ at }) => at).filter((at) => (isBefore ? at < instant : at >= instant));
      const all = [...(stored ? [stored] : []), ...dates].sort();
      const date = isBefore ? all.at(-1) : all[0];
      return date ? dayAt(date, timeZone) : null;
    }

    return { feedUrls, sectionOf, within, nearest };
  }

  const dayTitle = (day: Temporal.PlainDate) => worded(day.toString(), language, { dateStyle: "full" });
  const linkToDay = (day: Temporal.PlainDate | null): ArchiveLink | null =>
    day && { title: dayTitle(day), href: hrefOf(day.toString()) };
  const linkToMonth = (day: Temporal.PlainDate | null): ArchiveLink | null =>
    day && { title: monthTitle(day), href: hrefOf(day.toString().slice(0, 7)) };
  const monthTitle = (day: Temporal.PlainDate) => worded(day.toString(), language, { month: "long", year: "numeric" });

  return {
    async day(year, month, number) {
      const day = dayOfName(`${year}-${month}-${number}`);
      if (!day || Temporal.PlainDate.compare(day, today) > 0) return undefined;
      const span = spanOf(day);
      const { feedUrls, sectionOf, within, nearest } = await open();
      const [articles, counts, previous, next] = await Promise.all([
        articlesIn(database, feedUrls, span, OF_A_DAY),
        countsIn(database, feedUrls, [span]),
        nearest("before", span.from),
        nearest("from", span.to),
      ]);
      const stories = groupStories(articles).flatMap(([article, ...others]): Story[] => {
        const section = article && sectionOf.get(article.feedUrl);
        return article && section ? [storyFromArticle(article, edition, section, others)] : [];
      });
      const own = within(span).map(({ sample, section }) => storyFromSample(sample, edition, section));
      const shown = [...stories, ...own].sort((a, b) => ((a.date.instant ?? "") < (b.date.instant ?? "") ? 1 : -1));
      const count = (counts[0] ?? 0) + own.length;
      if (count === 0 && isBeforeAll(previous, next)) return undefined;
      const name = day.toString();
      return {
        title: dayTitle(day),
        date: name,
        href: hrefOf(name),
        month: { title: monthTitle(day), href: hrefOf(name.slice(0, 7)) },
        // Of a day that none follows, the next one is still to come.
        isSettled: next !== null && isSettled(day, timeZone, now),
        stories: shown.slice(0, OF_A_DAY),
        all:
          count > OF_A_DAY
            ? { title: `All ${count} stories of this day`, href: `/search?from=${name}&to=${name}&order=date` }
            : null,
        previous: linkToDay(previous),
        next: linkToDay(next),
      };
    },

    async month(year, month) {
      const first = dayOfName(`${year}-${month}-01`);
      if (!first || Temporal.PlainDate.compare(first, today) > 0) return undefined;
      const { feedUrls, within, nearest } = await open();
      const days = Array.from({ length: first.daysInMonth }, (_, index) => first.add({ days: index }));
      const spans = days.map((day) => spanOf(day));
      const [counts, previous, next] = await Promise.all([
        countsIn(database, feedUrls, spans),
        nearest("before", beginOf(first, timeZone)),
        nearest("from", beginOf(first.add({ months: 1 }), timeZone)),
      ]);
      const counted = spans.map((span, index) => (counts[index] ?? 0) + within(span).length);
      if (counted.every((count) => count === 0) && isBeforeAll(previous, next)) return undefined;
      return {
        ...layOutArchiveMonth(first, counted, language),
        isSettled: next !== null && isSettled(days.at(-1) ?? first, timeZone, now),
        title: monthTitle(first),
        href: hrefOf(first.toString().slice(0, 7)),
        previous: linkToMonth(previous),
        next: linkToMonth(next),
      };
    },

    async newest() {
      const { nearest } = await open();
      const day = (await nearest("before", new Date(now).toISOString())) ?? today;
      return hrefOf(day.toString().slice(0, 7));
    },

    async older(slug, after) {
      const section = edition.sections.find((known) => known.slug === slug);
      const urls = section?.feeds.map(({ url }) => url) ?? [];
      const place = await placeOf(database, urls, after);
      if (!section || !place) return undefined;
      const groups = groupStories(await articlesAfter(database, urls, place, 2 * ITEMS_KEPT));
      const shown = groups.slice(0, ITEMS_KEPT);
      const last = shown.at(-1)?.at(0);
      const stories = shown.flatMap(([article, ...others]) =>
        article ? [storyFromArticle(article, edition, section, others)] : [],
      );
      const rest = last ? await articlesAfter(database, urls, last, 1) : [];
      return {
        section: sectionLink(section),
        stories,
        older: last && rest.length > 0 ? olderHref(slug, last.slug) : null,
      };
    },

    async olderThan(slug, stories) {
      const section = edition.sections.find((known) => known.slug === slug);
      const last = stories.at(-1);
      const urls = section?.feeds.map(({ url }) => url) ?? [];
      const place = last && (await placeOf(database, urls, last.slug));
      if (!section || !last || !place) return null;
      return (await articlesAfter(database, urls, place, 1)).length > 0 ? olderHref(slug, last.slug) : null;
    },
  };
}

/** Whether an archive has not begun yet: the days before it are as many as one likes, and nobody links to them. */
function isBeforeAll(previous: Temporal.PlainDate | null, next: Temporal.PlainDate | null): boolean {
  return previous === null && next !== null;
}

function olderHref(section: string, slug: string): string {
  return `/${section}?after=${encodeURIComponent(slug)}`;
}

/** "/archive/2025/04/17", or of a month "/archive/2025/04". */
function hrefOf(name: string): string {
  return `/archive/${name.replaceAll("-", "/")}`;
}
