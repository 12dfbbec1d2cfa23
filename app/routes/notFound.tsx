import { notFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/notFound";

export async function loader({ context }: Route.LoaderArgs): Promise<never> {
  throw await notFound(context.get(services).news);
}

/** Never rendered, since the loader throws. */
export default function NotFoundRoute() {
  return null;
}
