import { displayDate } from "../../core/dates.ts";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { createListFormat } from "../../core/language/languages.ts";
import { formatDate } from "../calendars/eventDates.ts";
import { toSectionLink } from "../editions/derived/publicEdition.ts";
import type { Edition } from "../editions/loading/load.ts";
import { getFeedRights, type Rights } from "../editions/schema/rights.ts";
import { getSourcesBySlug } from "../editions/schema/sources.ts";
import { listDatesSince } from "../store/articles/articles.ts";
import type { FeedState } from "../store/feeds/feedState.ts";
import { listFeedStates } from "../store/feeds/feeds.ts";
import type { Database } from "../store/schema/schema.ts";
import { listTakenDown } from "../store/takedowns/takedowns.ts";
import { getDayStart, toDay } from "./days.ts";
import type { FeedHealth, Source } from "./views.ts";

/** Number of days in the bar chart. */
const DAYS = 14;

export function getFeedHealth(state: FeedState | undefined, isTakenDown = false): FeedHealth {
  if (isTakenDown) return "takenDown";
  if (!state?.lastAttemptAt) return "new";
  if (state.lastError === null) return state.transport === "direct" ? "working" : "relayed";
  if (state.lastStatus === 410) return "closed";
  return state.lastSuccessAt ? "failing" : "silent";
}

/** Returns the feeds that an edition follows, in the order of its sections. @param now milliseconds since 1970 */
export async function readSources(edition: Edition, database: Database, now: number): Promise<Source[]> {
  const sources = getSourcesBySlug(edition);
  const urls = Array.from(sources.values(), ({ url }) => url);
  const states = new Map((await listFeedStates(database, urls)).map((state) => [state.url, state]));
  const takenDown = await listTakenDown(database, "source", urls);
  const { timeZone, language } = edition;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone });
  const today = toDay(new Date(now).toISOString(), timeZone);
  const days = Array.from({ length: DAYS }, (_, index) => today.subtract({ days: DAYS - 1 - index }).toString());
  const since = getDayStart(today.subtract({ days: DAYS - 1 }), timeZone);
  return Promise.all(
    Array.from(sources, async ([slug, { url, publisher, private: isPrivate, rights }]) => {
      const state = states.get(url);
      const instant = state?.lastSuccessAt ?? null;
      const isTakenDown = takenDown.has(url);
      const dates = isTakenDown ? [] : await listDatesSince(database, url, since);
      const byDay = Map.groupBy(dates, (date) => toDay(date, timeZone).toString());
      const countedDays = days.map((day) => ({
        day,
        text: formatDate(day, language, { month: "short", day: "numeric" }),
        count: byDay.get(day)?.length ?? 0,
      }));
      const health = getFeedHealth(state, isTakenDown);
      return {
        slug,
        url: isPrivate ? null : url,
        publisher,
        title: state?.title || (isPrivate ? publisher : new URL(url).hostname),
        sections: edition.sections.filter(({ feeds }) => feeds.some((feed) => feed.url === url)).map(toSectionLink),
        health,
        healthText: getServerTexts(language).health[health](displayDate(instant, edition)),
        rightsText: describeRights(getFeedRights(edition, url), language),
        terms: rights.terms,
        lastSuccess: instant === null ? null : { instant, text: format.format(Date.parse(instant)) },
        days: countedDays,
        total: countedDays.reduce((sum, { count }) => sum + count, 0),
      };
    }),
  );
}

/** Describes to readers how the site uses a feed with these rights. */
export function describeRights({ text, images, keepDays, mail }: Rights, language: string): string {
  const words = getServerTexts(language).rights;
  const texts = { none: [], excerpt: [words.summaries], full: [words.fullStories] }[text];
  const photos = { none: [], link: [words.photoLinks], copy: [words.photos] }[images];
  const list = createListFormat(language).format([words.headlines, ...texts, ...photos]);
  return [words.shown(list), keepDays !== null && words.kept(keepDays), !mail && words.noMail]
    .filter(Boolean)
    .join(" ");
}
