import { Books } from "../books/Books.tsx";
import { booksData } from "../books/booksData.ts";
import { notFound } from "../notFound.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/books";

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, books, news, siteUrl } = context.get(services);
  if (!books) throw await notFound(news);
  return { name: edition.name, page: books, siteUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Page Not Found" }];
  const { name, page, siteUrl } = loaderData;
  return [
    { title: `${page.title} | ${name}` },
    { name: "description", content: page.intro },
    { tagName: "link", rel: "canonical", href: `${siteUrl}/books` },
    { "script:ld+json": booksData(page, siteUrl) },
  ];
}

export default function BooksRoute({ loaderData: { page } }: Route.ComponentProps) {
  return <Books page={page} />;
}
