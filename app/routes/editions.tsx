import { useRouteLoaderData } from "react-router";
import { Editions } from "../network/Editions.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { services } from "../services.ts";
import { headOf } from "../ui/head.ts";
import type { Route } from "./+types/editions";

export function loader({ context }: Route.LoaderArgs) {
  return { network: context.get(services).network };
}

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.edition;
  return headOf(matches[0].loaderData, {
    title: "Local Editions",
    description: `The local editions published beside ${name}, and neighbors worth reading.`,
    path: "/editions",
  });
}

export default function EditionsRoute({ loaderData: { network } }: Route.ComponentProps) {
  const siblings = useRouteLoaderData<typeof rootLoader>("root")?.edition.links.siblings ?? [];
  return <Editions network={network} siblings={siblings} />;
}
