import { notFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/notFound";

export async function loader({ context }: Route.LoaderArgs): Promise<never> {
  throw await notFound(context.get(services).news);
}

/** Never rendered: the loader sends every reader to the not-found page. */
export default function NotFoundRoute() {
  return null;
}
