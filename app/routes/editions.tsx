import { Editions } from "../network/Editions.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/editions";

export function loader({ context }: Route.LoaderArgs) {
  return { network: context.get(services).network };
}

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.edition;
  return createHead(matches[0].loaderData, {
    title: "Local Editions",
    description: `The local editions published beside ${name}, and neighbors worth reading.`,
    path: "/editions",
  });
}

export default function EditionsRoute({ loaderData: { network }, matches }: Route.ComponentProps) {
  return <Editions network={network} siblings={matches[0].loaderData.edition.links.siblings} />;
}
