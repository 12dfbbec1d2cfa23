import { data } from "react-router";
import { Books } from "../books/Books.tsx";
import { booksData } from "../books/booksData.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/books";

export function loader({ context }: Route.LoaderArgs) {
  const { edition, books, siteUrl } = context.get(services);
  if (!books) throw data(null, { status: 404 });
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
