import type { BooksPage } from "../../server/editions/books.ts";

/**
 * Returns the books as a schema.org ItemList for search engines.
 *
 * @param siteUrl without a trailing slash
 */
export function booksData({ title, books }: BooksPage, siteUrl: string): object {
  return {
    "@type": "ItemList",
    name: title,
    numberOfItems: books.length,
    itemListElement: books.map((book, index) => ({
      "@type": "ListItem",
      position: index + 1,
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
