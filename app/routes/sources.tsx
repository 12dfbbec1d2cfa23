import { Sources } from "../news/Sources.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/sources";

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  return { name: edition.name, sources: await news.sources() };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { name } = loaderData;
  return [
    { title: `Sources | ${name}` },
    {
      name: "description",
      content: `Where ${name} takes its news from: every source, when it last answered, and how much it brought in two weeks.`,
    },
    { tagName: "link", rel: "canonical", href: `${matches[0].loaderData.siteUrl}/sources` },
  ];
}

export default function SourcesPage({ loaderData: { name, sources } }: Route.ComponentProps) {
  return <Sources name={name} sources={sources} />;
}
