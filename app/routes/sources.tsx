import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { SourcesPage } from "../sources/SourcesPage.tsx";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/sources";

export async function loader({ context }: Route.LoaderArgs) {
  const { news } = context.get(services);
  const [sources, rules] = await Promise.all([news.sources(), news.rules()]);
  return { sources, rules };
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { sources } = getPageTexts(root.loaderData.edition.language);
  const description = sources.description(root.loaderData.edition.name);
  return createHead(root.loaderData, { title: sources.title, description, path: "/sources" });
};

export default function Sources(props: Route.ComponentProps) {
  return <SourcesPage {...props} />;
}
