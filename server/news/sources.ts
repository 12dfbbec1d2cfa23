import { displayDate } from "../../core/dates.ts";
import type { Edition } from "../editions/load.ts";
import { sectionLink } from "../editions/public.ts";
import { sourcesBySlug } from "../editions/sources.ts";
import { datesSince } from "../store/articles.ts";
import { type FeedState, feedStatesOf } from "../store/feeds.ts";
import type { Database } from "../store/schema.ts";
import type { Health, Source } from "./views.ts";

const DAYS = 14;
const DAY_MS = 86_400_000;
const GONE = 410;

/** How a feed is, in a word. */
export function healthOf(state: FeedState | undefined): Health {
  if (!state?.lastAttemptAt) return "new";
  if (state.lastError === null) return state.transport === "direct" ? "working" : "relayed";
  if (state.lastStatus === GONE) return "closed";
  return state.lastSuccessAt ? "failing" : "silent";
}

/**
 * Every feed that an edition follows, in the order of its sections: who publishes it, how it is, and how much it brought
 * in the last 14 days.
 *
 * @param now milliseconds since 1970
 */
export async function sourcesOf(edition: Edition, database: Database, now: number): Promise<Source[]> {
  const sources = sourcesBySlug(edition);
  const urls = Array.from(sources.values(), ({ url }) => url);
  const states = new Map((await feedStatesOf(database, urls)).map((state) => [state.url, state]));
  const days = lastDays(edition, now);
  return Promise.all(
    Array.from(sources, async ([slug, { url, publisher }]) => {
      const state = states.get(url);
      const dates = await datesSince(database, url, new Date(now - (DAYS + 1) * DAY_MS).toISOString());
      const counts = Map.groupBy(dates, (date) => dayOf(edition, Date.parse(date)));
      const bars = days.map((day) => ({ ...day, count: counts.get(day.day)?.length ?? 0 }));
      const health = healthOf(state);
      return {
        ...{ slug, url, publisher },
        title: state?.title || new URL(url).hostname,
        sections: edition.sections.filter((section) => section.feeds.some((feed) => feed.url === url)).map(sectionLink),
        health,
        words: wordsFor(health, state, edition),
        lastSuccess: momentOf(state?.lastSuccessAt ?? null, edition),
        days: bars,
        total: bars.reduce((sum, { count }) => sum + count, 0),
      };
    }),
  );
}

function wordsFor(health: Health, state: FeedState | undefined, edition: Edition): string {
  switch (health) {
    case "new":
      return "Not asked yet.";
    case "working":
      return "Answers.";
    case "relayed":
      return "Does not answer us itself; read through a relay.";
    case "closed":
      return "Closed by its publisher. Its stories stay.";
    case "silent":
      return "Has never answered. The edition’s own stories stand in.";
    case "failing":
      return `Has not answered since ${displayDate(state?.lastSuccessAt ?? null, edition.timeZone)}. What it sent last is shown.`;
  }
}

/** The last days in the edition's time zone, the oldest first. */
function lastDays(edition: Edition, now: number): { day: string; text: string }[] {
  const text = new Intl.DateTimeFormat(edition.language, { month: "short", day: "numeric", timeZone: "UTC" });
  // Counted from the date of today and not from its hour: where the clocks are changed, a day is no 24 hours.
  const today = Date.parse(`${dayOf(edition, now)}T12:00:00Z`);
  return Array.from({ length: DAYS }, (_, index) => {
    const moment = today - (DAYS - 1 - index) * DAY_MS;
    return { day: new Date(moment).toISOString().slice(0, 10), text: text.format(moment) };
  });
}

/** "2025-04-17" in the edition's time zone. */
function dayOf({ timeZone }: Edition, moment: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(moment);
}

function momentOf(instant: string | null, { language, timeZone }: Edition): Source["lastSuccess"] {
  if (!instant) return null;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone });
  return { instant, text: format.format(Date.parse(instant)) };
}
