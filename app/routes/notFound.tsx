import { throwMovedOrNotFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/notFound";

export const loader = ({ context, request }: Route.LoaderArgs) =>
  throwMovedOrNotFound(context.get(services).news, request);

/** Never rendered, since the loader throws. */
export default function NotFoundRoute() {
  return null;
}
