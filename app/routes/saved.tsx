import { SavedPage } from "../saved/SavedPage.tsx";
import { createHead } from "../ui/head.ts";
import { myName } from "../ui/screens.ts";
import type { Route } from "./+types/saved";

export function meta({ matches }: Route.MetaArgs) {
  const { edition } = matches[0].loaderData;
  return createHead(matches[0].loaderData, {
    title: myName(edition),
    description: `The stories of ${edition.name} that you saved, what you follow, and how you like to read: kept on your own device, without an account.`,
    path: "/saved",
  });
}

export default function Saved({ matches }: Route.ComponentProps) {
  return <SavedPage edition={matches[0].loaderData.edition} />;
}
