import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";

export const RADIO_PATH = "/radio";

export function toSearchPath(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}

interface UtilityLink {
  label: string;
  href: string;
  /** True for the link to the radio. The link has a dot that shows whether the radio is live. */
  isRadio?: boolean;
}

/** Returns links to the radio, the books and the feeds, in their order in the header, the menu and the footer. */
export function getUtilityLinks(edition: PublicEdition): UtilityLink[] {
  const radio = edition.radioTitle ? [{ label: edition.radioTitle, href: "/radio", isRadio: true }] : [];
  const books = edition.booksTitle ? [{ label: edition.booksTitle, href: "/books" }] : [];
  return [...radio, ...books, { label: "RSS", href: "/rss.xml" }];
}
