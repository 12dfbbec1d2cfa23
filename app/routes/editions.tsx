import { EditionsPage } from "../editions/EditionsPage.tsx";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/editions";

export const loader = ({ context }: Route.LoaderArgs) => ({ network: context.get(services).network });

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { editions } = getPageTexts(root.loaderData.edition.language);
  const description = editions.description(root.loaderData.edition.name);
  return createHead(root.loaderData, { title: editions.title, description, path: "/editions" });
};

export default function Editions(props: Route.ComponentProps) {
  return <EditionsPage {...props} />;
}
