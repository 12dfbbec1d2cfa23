import { SavedPage } from "../saved/SavedPage.tsx";
import { createHead } from "../ui/head.ts";
import { myName } from "../ui/screens.ts";
import type { Route } from "./+types/saved";

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
  createHead(root.loaderData, {
    title: myName(root.loaderData.edition),
    description: `The stories you saved from ${root.loaderData.edition.name}, what you follow and how you like to read, kept on your own device with no account.`,
    path: "/saved",
  });

export default function Saved({ matches: [root] }: Route.ComponentProps) {
  return <SavedPage edition={root.loaderData.edition} />;
}
