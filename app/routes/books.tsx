import type { BooksPage as BooksFile } from "../../server/editions/pages/books.ts";
import { BooksPage } from "../books/BooksPage.tsx";
import { throwNotFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/books";

export async function loader({ context }: Route.LoaderArgs) {
  const { books, news } = context.get(services);
  return { page: books ?? (await throwNotFound(news)) };
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) =>
  createHead(root.loaderData, {
    title: page.title,
    description: page.intro,
    path: "/books",
    data: [toItemList(page, root.loaderData.siteUrl)],
  });

/** Returns the books as a schema.org ItemList. */
function toItemList({ title, books }: BooksFile, siteUrl: string): object {
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

export default function Books(props: Route.ComponentProps) {
  return <BooksPage {...props} />;
}
