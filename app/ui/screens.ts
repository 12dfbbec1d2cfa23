import type { PublicEdition } from "../../server/editions/public.ts";

interface UtilityLink {
  label: string;
  href: string;
  /** Marks it with the red dot of a live program. */
  isLive?: boolean;
}

/** Returns the title of the reader's own page, after the bold part of the nameplate: "My Meridian". */
export function myName({ nameplate }: Pick<PublicEdition, "nameplate">): string {
  return `My ${nameplate.second}`;
}

/** Returns the edition's pages that are not sections, in the order of the header, the menu and the footer. */
export function getUtilityLinks(edition: PublicEdition): UtilityLink[] {
  const radio = edition.radioTitle ? [{ label: edition.radioTitle, href: "/radio", isLive: true }] : [];
  const books = edition.booksTitle ? [{ label: edition.booksTitle, href: "/books" }] : [];
  return [...radio, ...books, { label: "RSS", href: "/rss.xml" }];
}
