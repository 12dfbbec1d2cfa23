import { redirect } from "react-router";
import { services } from "../services.ts";
import type { Route } from "./+types/archive";

/** Redirects to the newest month, temporarily, since the newest month changes. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(await context.get(services).archive.newest(), 302);
}
