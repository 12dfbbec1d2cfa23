import type { SearchRequest } from "../../../core/search/request.ts";
import type { Edition } from "../../editions/load.ts";
import type { SectionFile } from "../../editions/schema.ts";
import type { Database } from "../../store/schema.ts";
import { type Confines, countOthersFeeds, feedsWithNews, followsOf, type KeyRange } from "../../store/search/search.ts";
import { firstKeyOf, LAST_KEY } from "../../store/search/searchKey.ts";
import { beginOf, dayOfName } from "../days.ts";
import { publisherOf } from "../story.ts";
import { type SearchedSample, samplesOf } from "./sampleIndex.ts";

/** Where a request looks, and what it can find there. */
export interface Scope {
  confines: Confines;
  range: KeyRange;
  /** The edition's own stories that the site shows, and the request allows. */
  samples: SearchedSample[];
  /** The section in which the edition has what a feed brings; undefined for feeds that it never followed. */
  sectionOf: ReadonlyMap<string, SectionFile>;
  /** The request without what the edition does not know. */
  request: SearchRequest;
}

export async function scopeOf(edition: Edition, database: Database, asked: SearchRequest): Promise<Scope> {
  const sectionBySlug = new Map(edition.sections.map((section) => [section.slug, section]));
  const [follows, others] = await Promise.all([
    followsOf(database, edition.id),
    countOthersFeeds(database, edition.id),
  ]);
  const sources = publishersOf(edition);
  const request: SearchRequest = {
    ...asked,
    section: asked.section && sectionBySlug.has(asked.section) ? asked.section : null,
    source: asked.source && sources.includes(asked.source) ? asked.source : null,
    from: asked.from && dayOfName(asked.from) ? asked.from : null,
    to: asked.to && dayOfName(asked.to) ? asked.to : null,
  };
  const { section, source, isPictured } = request;
  const sectionOf = new Map(
    [
      ...follows.map(({ section, feedUrl }) => [feedUrl, sectionBySlug.get(section) ?? edition.sections[0]] as const),
      // A section of today comes before one of the past.
      ...edition.sections.flatMap((known) => known.feeds.map(({ url }) => [url, known] as const)),
    ].filter((pair): pair is [string, SectionFile] => pair[1] !== undefined),
  );
  const ofSection = section ? follows.filter((follow) => follow.section === section) : follows;
  const ofSource = source ? ofSection.filter(({ feedUrl }) => publisherOf(feedUrl, edition) === source) : ofSection;
  const isWhole = !section && !source;
  const feedUrls = isWhole && others === 0 ? null : [...new Set(ofSource.map(({ feedUrl }) => feedUrl))];
  const areMost = isWhole && feedUrls !== null && feedUrls.length > others;
  const range = rangeOf(request, edition.timeZone);
  // The edition's own stories have no publisher and no photograph, and stand in for feeds that brought nothing.
  const samples = source || isPictured ? [] : await samplesShown(edition, database, follows, section);
  return {
    confines: { feedUrls, areMost, isPictured },
    range,
    samples: samples.filter(({ key }) => key >= range.low && key <= range.high),
    sectionOf,
    request,
  };
}

/** Who publishes the edition's feeds, by the alphabet. */
export function publishersOf({ sections, language }: Edition): string[] {
  const publishers = new Set(sections.flatMap(({ feeds }) => feeds.map(({ publisher }) => publisher)));
  return [...publishers].sort(new Intl.Collator(language).compare);
}

function rangeOf({ from, to }: SearchRequest, timeZone: string): KeyRange {
  const first = from === null ? undefined : dayOfName(from);
  const last = to === null ? undefined : dayOfName(to);
  return {
    low: first ? firstKeyOf(beginOf(first, timeZone)) : 0,
    high: last ? firstKeyOf(beginOf(last.add({ days: 1 }), timeZone)) - 1 : LAST_KEY,
  };
}

/** The edition’s own stories that the site shows: those of sections whose feeds have brought nothing yet. */
export async function samplesShown(
  edition: Edition,
  database: Database,
  follows: readonly { section: string; feedUrl: string }[],
  section: string | null,
): Promise<SearchedSample[]> {
  const active = await feedsWithNews(
    database,
    follows.map(({ feedUrl }) => feedUrl),
  );
  const withNews = new Set(follows.filter(({ feedUrl }) => active.has(feedUrl)).map((follow) => follow.section));
  return samplesOf(edition).filter(({ section: { slug } }) => !withNews.has(slug) && (!section || slug === section));
}
