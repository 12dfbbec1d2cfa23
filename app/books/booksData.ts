import type { BooksPage } from "../../server/editions/books.ts";

/**
 * The list of books as schema.org has it, for search engines.
 *
 * @param siteUrl where the site is reached, without a slash at the end
 */
export function booksData({ title, books }: BooksPage, siteUrl: string): object {
  return {
    "@type": "ItemList",
    name: title,
    numberOfItems: books.length,
    itemListElement: books.map((book, place) => ({
      "@type": "ListItem",
      position: place + 1,
      item: {
        "@type": "Book",
        name: book.title,
        ...(book.subtitle ? { alternativeHeadline: book.subtitle } : {}),
        bookFormat: "https://schema.org/EBook",
        image: siteUrl + book.cover,
        url: book.link,
      },
    })),
  };
}
