import { throwNotFound } from "../errors/notFound.ts";
import { EmbeddedRadio } from "../radio/EmbeddedRadio.tsx";
import { services } from "../services.ts";
import { getUnlistedHead } from "../ui/head.ts";
import type { Route } from "./+types/embedRadio";

export const handle = { isFramed: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, radio, news } = context.get(services);
  const { title, subtitle } = radio ?? (await throwNotFound(news));
  return { title, subtitle, name: edition.name };
}

export const meta: Route.MetaFunction = ({ loaderData: { title, subtitle, name } }) =>
  getUnlistedHead(`${title}: the player | ${name}`, `${title} from ${name}: the ${subtitle}, to stand on other pages.`);

export default function EmbedRadio({ loaderData: { name } }: Route.ComponentProps) {
  return <EmbeddedRadio name={name} />;
}
