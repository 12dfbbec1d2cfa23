import { formatByline } from "../../core/cleanAuthor.ts";
import { removeLineControls, typeset } from "../../core/typography.ts";
import { toLocalDate } from "../calendars/eventDates.ts";
import { createEvents } from "../calendars/events.ts";
import type { Edition } from "../editions/loading/load.ts";
import { HERO_SLOT } from "../news/frontPage.ts";
import { preferStoryWithImage } from "../news/hero.ts";
import { readPins } from "../news/pins.ts";
import { dedupeStories, readSections, type SectionStory } from "../news/sectionNews.ts";
import type { RadioView } from "../radio/view.ts";
import { permit } from "../rights/permit.ts";
import type { Headline } from "../store/articles/articleRows.ts";
import { findNewestIssue, findNewestIssueWithNews, listNewSlugs } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema/schema.ts";
import { listCorrections } from "../store/stories/staffStories.ts";
import type { IssueContent, IssueCorrection, IssueEvent, IssueRadio, IssueStory } from "./issueSchema.ts";

interface Sources {
  edition: Edition;
  database: Database;
  radio: IssueRadio | null;
  /** Milliseconds since 1970. */
  now: number;
  /** Time, in ms since 1970. Later stories count as new. By default, this is the time of the last issue. */
  since?: number;
}

const DAY_MS = 24 * 3_600_000;
/** Maximum age, in ms, of the news in an issue, even if no issue was sent for several days. */
const MAX_AGE_MS = 3 * DAY_MS;
/** Maximum delay, in ms, between a story's date and its appearance in a feed. Stories that appear later are not new. */
const MAX_FEED_DELAY_MS = DAY_MS / 2;
const MAX_CORRECTIONS = 30;
const MAX_EVENTS = 6;
/** Number of upcoming events to read; only today's events are used. */
const SEARCHED_EVENTS = 40;

/** Collects today's events, the radio and all stories since the last issue. Returns null without new stories. */
export async function collectContent({ edition, database, radio, now, since }: Sources): Promise<IssueContent | null> {
  const last = await findNewestIssue(database, edition.id);
  const from = since ?? Math.max(last ? Date.parse(last.created_at) : now - DAY_MS, now - MAX_AGE_MS);
  const urls = edition.sections.flatMap((section) => section.feeds.map(({ url }) => url));
  const instant = (ms: number) => new Date(ms).toISOString();
  const newSlugs = await listNewSlugs(database, {
    edition: edition.id,
    feedUrls: urls,
    seenAfter: instant(from),
    datedAfter: instant(from - MAX_FEED_DELAY_MS),
    datedUntil: instant(now),
  });
  const isMailable = (article: Headline) => permit(article, edition).rights.mail;
  const articles = await readSections(database, edition.id, edition.sections, Number.POSITIVE_INFINITY);
  const mailable = articles.map((section) => ({
    ...section,
    articles: section.articles.filter(isMailable),
  }));
  const news = dedupeStories(edition, mailable);
  const sections = news
    .map(({ section, stories }) => ({ section, stories: stories.filter(({ slug }) => newSlugs.has(slug)) }))
    .filter(({ stories }) => stories.length > 0);
  const listUnpaid = (all: typeof sections) => all.flatMap(({ stories }) => stories.filter(({ isPaid }) => !isPaid));
  const leading = edition.hero.sections.flatMap((slug) => sections.filter(({ section }) => section.slug === slug));
  const newest = preferStoryWithImage(listUnpaid(leading)) ?? preferStoryWithImage(listUnpaid(sections));
  if (!newest) return null;
  const pins = await readPins({ edition, database, news, now: instant(now), isUsable: isMailable });
  const hero = pins.get(HERO_SLOT) ?? newest;
  return {
    hero: toIssueStory(hero),
    sections: sections.map(({ section: { slug, name }, stories }) => {
      return { slug, name, stories: stories.map(toIssueStory) };
    }),
    corrections: await listNewCorrections(edition, database, now),
    events: await listEventsToday(edition, database, now),
    radio,
  };
}

/** Converts a story to the form that briefings contain. */
export function toIssueStory(story: SectionStory): IssueStory {
  const { key: storyKey, slug, image, hasImage, mark, isPaid } = story;
  // Removes invisible characters that only prevent line breaks, since some mail programs show them.
  const [title, deck] = [removeLineControls(story.title), removeLineControls(story.deck)];
  const source = formatByline(story);
  // Includes an image that the server has not downloaded yet, since it will be available when the mail is read.
  const pictureAlt = hasImage ? image?.alt || title : null;
  const section = story.section.name;
  return { storyKey, slug, title, deck, source, section, pictureAlt, ...(mark && { mark }), ...(isPaid && { isPaid }) };
}

/** Returns the corrections made after the last issue that was sent. Issues without news are not sent. */
async function listNewCorrections(
  { id, language }: Edition,
  database: Database,
  now: number,
): Promise<IssueCorrection[]> {
  const last = await findNewestIssueWithNews(database, id);
  const after = last?.created_at ?? new Date(now - DAY_MS).toISOString();
  const corrections = await listCorrections(database, id, MAX_CORRECTIONS);
  const setText = (text: string) => removeLineControls(typeset(text, language));
  return corrections
    .filter(({ correctedAt }) => correctedAt > after)
    .map(({ slug, title, text }) => ({ slug, title: setText(title), text: setText(text) }));
}

async function listEventsToday(edition: Edition, database: Database, now: number): Promise<IssueEvent[]> {
  const coming = await createEvents(edition, database, now).getUpcoming(SEARCHED_EVENTS);
  const today = toLocalDate(new Date(now).toISOString(), edition.timeZone);
  return coming
    .filter(({ day }) => day.date === today)
    .slice(0, MAX_EVENTS)
    .map(({ title, time, place, href }) => ({ title, time, place, href }));
}

export function toIssueRadio({ title, stations }: RadioView): IssueRadio {
  return {
    title,
    stations: stations.map(({ name, now }) => ({
      name,
      playing: now.state === "live" && now.title ? [now.artist, now.title].filter(Boolean).join(": ") : null,
    })),
  };
}
