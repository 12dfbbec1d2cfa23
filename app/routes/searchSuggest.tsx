import { services } from "../services.ts";
import type { Route } from "./+types/searchSuggest";

export const handle = { policy: "fleeting", query: { q: () => true } };

/** The suggestions of the search dialog, as JSON. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { search } = context.get(services);
  const stories = await search.suggest(new URL(request.url).searchParams.get("q") ?? "");
  return Response.json(stories);
}
