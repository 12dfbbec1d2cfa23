import { useRouteLoaderData } from "react-router";
import { OfflinePage } from "../offline/OfflinePage.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { headOf } from "../ui/head.ts";
import { myName } from "../ui/screens.ts";
import type { Route } from "./+types/offline";

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.edition;
  return [
    ...headOf(matches[0].loaderData, {
      title: "Not on this device",
      description: `What of ${name} can be read on this device without a connection.`,
      path: "/offline",
    }),
    { name: "robots", content: "noindex" },
  ];
}

export default function Offline() {
  const edition = useRouteLoaderData<typeof rootLoader>("root")?.edition;
  return edition && <OfflinePage mine={myName(edition)} />;
}
