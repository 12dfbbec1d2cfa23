import type { Card } from "../../core/picture.ts";
import type { Tone } from "../../core/skyline.ts";
import { type AdSlot, adsOn } from "./ads.ts";
import type { Edition } from "./load.ts";
import type { EditionFile, SectionFile } from "./schema.ts";
import type { SignUp } from "./signUp.ts";
import { cardOfEdition } from "./socialImageUrl.ts";

/** What every page is told of its edition: plain data, safe to send to a browser. */
export interface PublicEdition
  extends Pick<
    EditionFile,
    | "name"
    | "nameplate"
    | "tagline"
    | "place"
    | "language"
    | "emblem"
    | "embeds"
    | "tiles"
    | "donation"
    | "links"
    | "copyright"
  > {
  dateBar: { dateline: string; edition: string };
  /** The slots for advertising, each with what stands in it today. */
  ads: AdSlot[];
  /** Every section, in the edition's order. */
  sections: SectionLink[];
  /** The sections of the navigation bar. */
  navigation: SectionLink[];
  /** The name of the edition's books page; null where it has none. */
  booksTitle: string | null;
  /** The name of the edition's radio; null where it has none. */
  radioTitle: string | null;
  /** What stands over the form that asks for the briefing; null where the edition has none. */
  signUp: SignUp["form"] | null;
  /** The picture of every page that has none of its own. */
  card: Card;
}

/** @param now milliseconds since 1970, for editions whose date bar shows the day's date */
export function publicEdition(edition: Edition, now: number): PublicEdition {
  const { name, nameplate, tagline, place, language, emblem, embeds, tiles, donation, links, copyright } = edition;
  const dateline = edition.dateBar.dateline === "today" ? todaysDateline(edition, now) : edition.dateBar.dateline;
  return {
    ...{ name, nameplate, tagline, place, language, emblem, embeds, donation, links, copyright },
    // Without a briefing there is no page of it.
    tiles: edition.signUp
      ? tiles
      : tiles.map(({ href, ...tile }) => (href === "/newsletter" ? tile : { ...tile, href })),
    ads: adsOn(edition, now),
    dateBar: { dateline, edition: edition.dateBar.edition },
    sections: edition.sections.map(sectionLink),
    navigation: edition.sections.filter((section) => section.navigation).map(sectionLink),
    booksTitle: edition.books?.page.title ?? null,
    radioTitle: edition.radio?.title ?? null,
    signUp: edition.signUp?.form ?? null,
    card: cardOfEdition(edition),
  };
}

/** The same one each time: what a page's stories share goes to the browser once. */
export function sectionLink(section: SectionFile): SectionLink {
  const made = linksMade.get(section);
  if (made) return made;
  const { slug, name, shortName, tone, archive } = section;
  const link: SectionLink = { slug, name, shortName, tone, href: `/${slug}`, ...(archive && { isArchive: true }) };
  linksMade.set(section, link);
  return link;
}

const linksMade = new WeakMap<SectionFile, SectionLink>();

/** "WEDNESDAY, APRIL 17, 2025", in the edition's language and time zone. */
function todaysDateline({ language, timeZone }: Edition, now: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone }).format(now).toUpperCase();
}

export interface SectionLink {
  slug: string;
  /** As on the home page: "Local News". */
  name: string;
  /** As in the navigation: "Local". */
  shortName: string;
  href: string;
  tone: Tone;
  /** There where the edition's archive is linked from it. */
  isArchive?: true;
}
