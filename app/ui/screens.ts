import type { PublicEdition } from "../../server/editions/public.ts";

interface Screen {
  label: string;
  href: string;
  /** Marked with the red dot of what is live. */
  isLive?: boolean;
}

/** How readers know their own page: "My Meridian", after the bold part of the nameplate. */
export function myName({ nameplate }: Pick<PublicEdition, "nameplate">): string {
  return `My ${nameplate.second}`;
}

/** The edition's screens that are no sections, in the order in which the header and the footer name them. */
export function screensOf(edition: PublicEdition): Screen[] {
  const radio = edition.radioTitle ? [{ label: edition.radioTitle, href: "/radio", isLive: true }] : [];
  const books = edition.booksTitle ? [{ label: edition.booksTitle, href: "/books" }] : [];
  return [...radio, ...books, { label: "RSS", href: "/rss.xml" }];
}
