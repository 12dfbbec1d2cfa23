import type { PublicEdition } from "./editions/public.ts";
import type { ComingEvent, EventsMonth } from "./events/views.ts";
import type { ArticlePage, FrontPage, SectionPage, Story } from "./news/views.ts";

/** The questions that pages ask about one edition's news. Each is answered from the store alone. */
export interface News {
  frontPage(): Promise<FrontPage>;
  /** Up to 15 stories of a section; undefined where the edition has no such section. */
  section(slug: string): Promise<SectionPage | undefined>;
  /** Undefined where no story of the edition has ever had this slug. */
  article(slug: string): Promise<ArticlePage | undefined>;
  /** The newest stories of all sections, newest first, each once. */
  latest(count: number): Promise<Story[]>;
}

/** The events of the edition's calendars, answered from the store alone. */
export interface Events {
  /**
   * @param name such as 2026-12; this month where it is none that can hold events
   * @returns null where the edition has no calendars, or none of them has ever answered
   */
  month(name: string | null): Promise<EventsMonth | null>;
  /** The next events, soonest first. */
  coming(count: number): Promise<ComingEvent[]>;
}

/** What the server hands to a page's loader: the edition of the request's host name, and its news. */
export interface Services {
  edition: PublicEdition;
  news: News;
  events: Events;
  /** Where the site is reached, without a slash at the end. */
  siteUrl: string;
}
