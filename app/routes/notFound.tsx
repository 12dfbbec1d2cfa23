import { throwNotFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/notFound";

export const loader = ({ context }: Route.LoaderArgs) => throwNotFound(context.get(services).news);

/** Never rendered, since the loader throws. */
export default function NotFoundRoute() {
  return null;
}
