import { getReaderTexts } from "../language/readerTexts.ts";
import { getTexts } from "../language/texts.ts";
import { SavedPage } from "../saved/SavedPage.tsx";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/saved";

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { name, nameplate, language } = root.loaderData.edition;
  return createHead(root.loaderData, {
    title: getTexts(language).frame.myPage(nameplate.second),
    description: getReaderTexts(language).saved.description(name),
    path: "/saved",
  });
};

export default function Saved({ matches: [root] }: Route.ComponentProps) {
  return <SavedPage edition={root.loaderData.edition} />;
}
