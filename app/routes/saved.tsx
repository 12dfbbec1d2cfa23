import { SavedPage } from "../saved/SavedPage.tsx";
import { createHead } from "../ui/head.ts";
import { myName } from "../ui/screens.ts";
import type { Route } from "./+types/saved";

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
  createHead(root.loaderData, {
    title: myName(root.loaderData.edition),
    description: `The stories of ${root.loaderData.edition.name} that you saved, what you follow, and how you like to read: kept on your own device, without an account.`,
    path: "/saved",
  });

export default function Saved({ matches: [root] }: Route.ComponentProps) {
  return <SavedPage edition={root.loaderData.edition} />;
}
