import { OfflinePage } from "../offline/OfflinePage.tsx";
import { createHead } from "../ui/head.ts";
import { myName } from "../ui/screens.ts";
import type { Route } from "./+types/offline";

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.edition;
  return createHead(matches[0].loaderData, {
    title: "Not on this device",
    description: `What of ${name} can be read on this device without a connection.`,
    path: "/offline",
    robots: "noindex",
  });
}

export default function Offline({ matches }: Route.ComponentProps) {
  return <OfflinePage savedPageTitle={myName(matches[0].loaderData.edition)} />;
}
