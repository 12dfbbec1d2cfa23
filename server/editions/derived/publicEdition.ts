import type { SocialImage } from "../../../core/imageSizes.ts";
import { isRightToLeft } from "../../../core/language/languages.ts";
import type { Scenery, Tone } from "../../../core/motifs.ts";
import type { Edition } from "../loading/load.ts";
import { type PublicLook, toPublicLook } from "../look/publicLook.ts";
import { type AdSlot, selectAds } from "../schema/ads.ts";
import type { SignUp } from "../schema/newsletter.ts";
import type { EditionConfig, SectionConfig } from "../schema/schema.ts";
import { getEditionSocialImage } from "../schema/socialImageUrl.ts";
import { findHouseAd, leadsToPage } from "./optionalPages.ts";

type IdentityKey = "name" | "nameplate" | "tagline" | "place" | "language" | "timeZone" | "emblem" | "copyright";
type ContentKey = "embeds" | "tiles" | "donation" | "links";

/** The edition's data on every page. Plain data, safe to send to a browser. */
export interface PublicEdition extends Pick<EditionConfig, IdentityKey | ContentKey> {
  /**
   * `dateline` is the date in capitals, in the edition's language and time zone, or a fixed text. `short` is the date
   * for phones; absent for a fixed text.
   */
  dateBar: { dateline: string; short?: string; edition: string };
  ads: AdSlot[];
  sections: SectionLink[];
  navigation: SectionLink[];
  /** Null if the edition has no books. */
  booksTitle: string | null;
  /** Null if the edition has no radio. */
  radioTitle: string | null;
  /** Link to the contact form, else to the newsroom's mail address; null if the edition has neither. */
  contactHref: string | null;
  /** Texts above the sign-up form; null if the edition has no briefing. */
  signUp: SignUp["form"] | null;
  look: PublicLook;
  /** Direction of the edition's language; undefined if it runs from left to right. */
  dir?: "rtl";
  /** Parts of the front page's rail, from the top; undefined for all parts in the default order. */
  rail?: NonNullable<EditionConfig["frontPage"]>["rail"];
  /** Social image of pages without an image of their own. */
  socialImage: SocialImage;
}

/**
 * @param now milliseconds since 1970
 * @param hasSiblings true if this server serves other editions, which /editions lists
 */
export function toPublicEdition(edition: Edition, now: number, hasSiblings: boolean): PublicEdition {
  const { name, nameplate, tagline, place, language, timeZone, emblem, embeds, tiles, donation, links, copyright } =
    edition;
  const { dateBar } = edition;
  // /editions lists the other editions and the publications in `links.siblings`. If none exist, no tile links there.
  const hasEditions = hasSiblings || links.siblings.length > 0;
  return {
    name,
    nameplate,
    tagline,
    place,
    language,
    timeZone,
    emblem,
    embeds,
    donation,
    copyright,
    links: { ...links, pages: links.pages.filter(({ href }) => leadsToPage(href, edition)) },
    tiles: tiles.filter(({ href = "" }) => leadsToPage(href, edition) && (href !== "/editions" || hasEditions)),
    contactHref: toContactHref(edition),
    ads: selectAds(edition, now, (house) => findHouseAd(house, edition)),
    dateBar: dateBar.dateline === "today" ? { ...dateBar, ...toDatelines(edition, now) } : dateBar,
    sections: edition.sections.map(toSectionLink),
    navigation: edition.sections.filter((section) => section.navigation).map(toSectionLink),
    booksTitle: edition.books?.page.title ?? null,
    radioTitle: edition.radio?.title ?? null,
    signUp: edition.signUp?.form ?? null,
    look: toPublicLook(edition),
    ...(isRightToLeft(language) && { dir: "rtl" as const }),
    ...(edition.frontPage?.rail && { rail: edition.frontPage.rail }),
    socialImage: getEditionSocialImage(edition),
  };
}

function toContactHref({ contact, newsroomEmail }: Edition): string | null {
  if (contact) return "/contact";
  return newsroomEmail === undefined ? null : `mailto:${newsroomEmail}`;
}

/** One link object per section, since serialized page data contains a shared object only once. */
const linkBySection = new WeakMap<SectionConfig, SectionLink>();

export function toSectionLink(section: SectionConfig): SectionLink {
  return linkBySection.getOrInsertComputed(section, ({ slug, name, shortName, tone, scenery, archive }) => {
    const link = { slug, name, shortName, tone, href: `/${slug}` };
    return { ...link, ...(scenery && { scenery }), ...(archive && { isArchive: true }) };
  });
}

/** Returns the date as "WEDNESDAY, APRIL 17, 2025" and as "WED, APR 17". */
function toDatelines({ language, timeZone }: Edition, now: number): { dateline: string; short: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone }).format(now).toUpperCase();
  return {
    dateline: format({ dateStyle: "full" }),
    short: format({ weekday: "short", month: "short", day: "numeric" }),
  };
}

export interface SectionLink {
  slug: string;
  /** Name on the home page, such as "Local News". */
  name: string;
  /** Name in the navigation, such as "Local". */
  shortName: string;
  href: string;
  tone: Tone;
  /** Landscape and colors of drawings; undefined for skylines in the tone's default palette. */
  scenery?: Scenery;
  /** True if the section's page links to the edition's archive. */
  isArchive?: true;
}
