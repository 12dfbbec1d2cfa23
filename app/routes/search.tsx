import { readRequest, SEARCH_PARAMETERS } from "../../core/search/request.ts";
import { SearchPage } from "../search/SearchPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/search";

/** The query parameters that the page depends on. */
export const handle = {
  policy: "fleeting",
  query: Object.fromEntries(SEARCH_PARAMETERS.map((name) => [name, () => true])),
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { search } = context.get(services);
  return search.find(readRequest(new URL(request.url).searchParams));
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { text } = loaderData.request;
  const { edition } = matches[0].loaderData;
  return createHead(matches[0].loaderData, {
    title: text ? `Search: ${text}` : "Search",
    description: text
      ? `What ${edition.name} has on “${text}”, by section, source and date.`
      : `Look through every story of ${edition.name} by its words, its section, its source and its date.`,
    path: "/search",
    robots: "noindex",
  });
}

export default function Search({ loaderData, matches }: Route.ComponentProps) {
  return <SearchPage page={loaderData} sections={matches[0].loaderData.edition.sections} />;
}
