import { chooseHero } from "../../core/hero.ts";
import { eventsOf } from "../calendars/events.ts";
import type { Edition } from "../editions/load.ts";
import { readSections, type ToldStory, tellStories } from "../news/sectionNews.ts";
import type { RadioView } from "../radio/view.ts";
import { slugsSince } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema.ts";

/** What an issue tells: kept as it was at its hour, so that everybody gets the same one, whenever it is sent. */
export interface IssueContent {
  hero: IssueStory;
  /** Every section that has something new, in the edition's order. */
  sections: IssueSection[];
  events: IssueEvent[];
  radio: IssueRadio | null;
}

export interface IssueSection {
  slug: string;
  name: string;
  /** More than a mail shows: a story that stands above already is left out. */
  stories: IssueStory[];
}

export interface IssueStory {
  /** The same for all articles that tell one story. */
  tells: string;
  slug: string;
  title: string;
  deck: string;
  /** "WBEZ Chicago": the publisher, or the author of the edition's own. */
  source: string;
  section: string;
  /** What its photograph shows; null where it has none. */
  pictureAlt: string | null;
}

export interface IssueEvent {
  title: string;
  time: string;
  place: string | null;
  /** From its first slash. */
  href: string;
}

export interface IssueRadio {
  title: string;
  stations: { name: string; playing: string | null }[];
}

interface Sources {
  edition: Edition;
  database: Database;
  radio: IssueRadio | null;
  /** When the issue before was put together; null where there was none. */
  since: number | null;
  /** Milliseconds since 1970. */
  now: number;
}

const DAY_MS = 24 * 3_600_000;
/** After days without an issue, its first one tells no older news than this. */
const FURTHEST_BACK_MS = 3 * DAY_MS;
/** Feeds carry stories some time after the date that stands on them. */
const LATE_MS = DAY_MS / 2;
const EVENTS = 6;
const ASKED_EVENTS = 40;

/**
 * Collects what an edition's feeds brought since the last issue, what is on today, and what the radio plays.
 *
 * @returns null where there is nothing new
 */
export async function collectContent({ edition, database, radio, since, now }: Sources): Promise<IssueContent | null> {
  const from = Math.max(since ?? now - DAY_MS, now - FURTHEST_BACK_MS);
  const urls = edition.sections.flatMap((section) => section.feeds.map(({ url }) => url));
  const instant = (ms: number) => new Date(ms).toISOString();
  const fresh = await slugsSince(database, urls, instant(from), instant(from - LATE_MS), instant(now));
  const articles = await readSections(database, edition.sections, Number.POSITIVE_INFINITY);
  const told = tellStories(edition, articles).map(({ section, stories }) => ({
    section,
    stories: stories.filter(({ slug }) => fresh.has(slug)),
  }));
  const leading = edition.hero.sections.flatMap((slug) => told.filter(({ section }) => section.slug === slug));
  const hero =
    chooseHero(leading.flatMap(({ stories }) => stories)) ?? chooseHero(told.flatMap(({ stories }) => stories));
  if (!hero) return null;
  return {
    hero: issueStory(hero),
    sections: told
      .filter(({ stories }) => stories.length > 0)
      .map(({ section: { slug, name }, stories }) => ({ slug, name, stories: stories.map(issueStory) })),
    events: await eventsToday(edition, database, now),
    radio,
  };
}

function issueStory({ tells, slug, title, deck, source, author, section, picture }: ToldStory): IssueStory {
  return {
    ...{ tells, slug, title, deck },
    source: source ?? author,
    section: section.name,
    pictureAlt: picture ? picture.alt || title : null,
  };
}

async function eventsToday(edition: Edition, database: Database, now: number): Promise<IssueEvent[]> {
  const coming = await eventsOf(edition, database, now).coming(ASKED_EVENTS);
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(edition.timeZone)
    .toPlainDate()
    .toString();
  return coming
    .filter(({ day }) => day.date === today)
    .slice(0, EVENTS)
    .map(({ title, time, place, href }) => ({ title, time, place, href }));
}

/** What the radio plays at this moment. */
export function issueRadio({ title, stations }: RadioView): IssueRadio {
  return {
    title,
    stations: stations.map(({ name, now }) => ({
      name,
      playing: now.state === "live" && now.title ? [now.artist, now.title].filter(Boolean).join(": ") : null,
    })),
  };
}
