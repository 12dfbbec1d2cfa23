import type { Edition } from "../loading/load.ts";
import type { AdSlot, HouseAd } from "../schema/ads.ts";

type Contents = Pick<Edition, "books" | "contact" | "donation" | "embeds" | "faq" | "partner" | "radio" | "signUp">;

/** Paths of optional pages, with a function that returns true if the edition's files have the page's content. */
const OPTIONAL_PAGES: Record<string, (edition: Contents) => boolean> = {
  "/radio": ({ radio }) => radio !== undefined,
  "/books": ({ books }) => books !== undefined,
  "/support": ({ donation }) => donation !== undefined,
  "/newsletter": ({ signUp }) => signUp !== undefined,
  "/newsletter/archive": ({ signUp }) => signUp !== undefined,
  "/contact": ({ contact }) => contact !== undefined,
  "/faq": ({ faq }) => faq !== undefined,
  "/partner": ({ partner }) => partner !== undefined,
  "/embed": ({ embeds, radio }) => Boolean(embeds.latest ?? embeds.events ?? radio),
};

/** Returns the paths of the optional pages that an edition has. */
export function listOptionalPages(edition: Contents): string[] {
  return Object.keys(OPTIONAL_PAGES).filter((path) => OPTIONAL_PAGES[path]?.(edition));
}

/** Returns false for a link to an optional page that the edition does not have. */
export function leadsToPage(href: string, edition: Contents): boolean {
  return OPTIONAL_PAGES[toPath(href)]?.(edition) ?? true;
}

function toPath(href: string): string {
  return href.replace(/[?#].*/s, "").replace(/(?<=.)\/$/, "");
}

/**
 * Chooses between a house ad and its alternative `otherwise`. Returns the first one that links to a page with content;
 * undefined if neither does.
 */
export function findHouseAd({ otherwise, ...house }: HouseAd, edition: Edition): AdSlot["house"] | undefined {
  return [house, otherwise].find((ad) => ad && leadsToPage(ad.href, edition) && !isEmptyCalendar(ad.href, edition));
}

function isEmptyCalendar(href: string, { calendars, embeds }: Edition): boolean {
  return calendars.length === 0 && toPath(href) === `/${embeds.events?.section}`;
}
