import { useRouteLoaderData } from "react-router";
import { Editions } from "../network/Editions.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/editions";

export function loader({ context }: Route.LoaderArgs) {
  const { edition, network } = context.get(services);
  return { name: edition.name, network };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { name } = loaderData;
  return [
    { title: `Local editions | ${name}` },
    { name: "description", content: `The local editions published beside ${name}, and neighbors worth reading.` },
    { tagName: "link", rel: "canonical", href: `${matches[0].loaderData.siteUrl}/editions` },
  ];
}

export default function EditionsRoute({ loaderData: { network } }: Route.ComponentProps) {
  const siblings = useRouteLoaderData<typeof rootLoader>("root")?.edition.links.siblings ?? [];
  return <Editions network={network} siblings={siblings} />;
}
