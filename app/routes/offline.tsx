import { OfflinePage } from "../offline/OfflinePage.tsx";
import { createHead } from "../ui/head.ts";
import { myName } from "../ui/screens.ts";
import type { Route } from "./+types/offline";

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
  createHead(root.loaderData, {
    title: "Not saved on this device",
    description: `What you can read from ${root.loaderData.edition.name} on this device without a connection.`,
    path: "/offline",
    robots: "noindex",
  });

export default function Offline({ matches: [root] }: Route.ComponentProps) {
  return <OfflinePage savedPageTitle={myName(root.loaderData.edition)} />;
}
