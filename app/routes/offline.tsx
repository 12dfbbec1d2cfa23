import { getReaderTexts } from "../language/readerTexts.ts";
import { useTexts } from "../language/texts.ts";
import { OfflinePage } from "../offline/OfflinePage.tsx";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/offline";

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { offline } = getReaderTexts(root.loaderData.edition.language);
  return createHead(root.loaderData, {
    title: offline.title,
    description: offline.description(root.loaderData.edition.name),
    path: "/offline",
    robots: "noindex",
  });
};

export default function Offline({ matches: [root] }: Route.ComponentProps) {
  return <OfflinePage savedPageTitle={useTexts().frame.myPage(root.loaderData.edition.nameplate.second)} />;
}
