import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { CorrectionsPage } from "../takedowns/CorrectionsPage.tsx";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/corrections";

export async function loader({ context }: Route.LoaderArgs) {
  return { corrections: await context.get(services).news.corrections() };
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { name, language } = root.loaderData.edition;
  const { title, description } = getPageTexts(language).corrections;
  return createHead(root.loaderData, { title, description: description(name), path: "/corrections" });
};

export default function Corrections(props: Route.ComponentProps) {
  return <CorrectionsPage {...props} />;
}
