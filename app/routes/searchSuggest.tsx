import { services } from "../services.ts";
import type { Route } from "./+types/searchSuggest";

export const handle = { policy: "fleeting", query: { q: () => true } };

/** Returns the search dialog's suggestions as JSON. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await context.get(services).search.suggest(query));
}
