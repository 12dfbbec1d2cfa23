import type { PublicEdition } from "../../server/editions/public.ts";

/** The edition's screens that are no sections, in the order in which the header and the footer name them. */
export function screensOf(edition: PublicEdition): { label: string; href: string }[] {
  const books = edition.booksTitle ? [{ label: edition.booksTitle, href: "/books" }] : [];
  return [...books, { label: "RSS", href: "/rss.xml" }];
}
