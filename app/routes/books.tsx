import { Books } from "../books/Books.tsx";
import { booksData } from "../books/booksData.ts";
import { notFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/books";

export async function loader({ context }: Route.LoaderArgs) {
  const { books, news } = context.get(services);
  if (!books) throw await notFound(news);
  return { page: books };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { page } = loaderData;
  return createHead(matches[0].loaderData, {
    title: page.title,
    description: page.intro,
    path: "/books",
    data: [booksData(page, matches[0].loaderData.siteUrl)],
  });
}

export default function BooksRoute({ loaderData: { page } }: Route.ComponentProps) {
  return <Books page={page} />;
}
