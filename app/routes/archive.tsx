import { redirect } from "react-router";
import { services } from "../services.ts";
import type { Route } from "./+types/archive";

/** The archive begins with its newest month, which is another one every month. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(await context.get(services).archive.newest(), 302);
}
