import { throwNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { getUnlistedHead } from "../ui/head.ts";
import "../walls/framedAlerts.css";
import { RadioFrame } from "../walls/RadioFrame.tsx";
import type { Route } from "./+types/embedRadio";

export const handle = { isFramed: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, radio, news } = context.get(services);
  const { title, subtitle } = radio ?? (await throwNotFound(news));
  return { title, subtitle, name: edition.name, language: edition.language };
}

export const meta: Route.MetaFunction = ({ loaderData: { title, subtitle, name, language } }) => {
  const { embed } = getPageTexts(language);
  return getUnlistedHead(`${embed.playerTitle(title)} | ${name}`, embed.playerDescription(title, name, subtitle));
};

export default function EmbedRadio(props: Route.ComponentProps) {
  return <RadioFrame {...props} />;
}
