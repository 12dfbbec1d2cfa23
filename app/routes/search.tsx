import { parseSearchRequest, SEARCH_PARAMS } from "../../core/search/request.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { SearchPage } from "../search/SearchPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/search";

export const handle = {
  policy: "fleeting",
  query: Object.fromEntries(SEARCH_PARAMS.map((name) => [name, () => true])),
};

export const loader = ({ context, request }: Route.LoaderArgs) =>
  context.get(services).search.find(parseSearchRequest(new URL(request.url).searchParams));

export const meta: Route.MetaFunction = ({ loaderData, matches: [root] }) => {
  const { text } = loaderData.request;
  const { name, language } = root.loaderData.edition;
  const { search } = getPageTexts(language);
  return createHead(root.loaderData, {
    title: text ? search.titleOf(text) : search.title,
    description: text ? search.descriptionOf(text, name) : search.description(name),
    path: "/search",
    robots: "noindex",
  });
};

export default function Search(props: Route.ComponentProps) {
  return <SearchPage {...props} />;
}
