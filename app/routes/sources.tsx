import { Sources } from "../news/Sources.tsx";
import { services } from "../services.ts";
import { headOf } from "../ui/head.ts";
import type { Route } from "./+types/sources";

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  return { name: edition.name, sources: await news.sources() };
}

export function meta({ loaderData: { name }, matches }: Route.MetaArgs) {
  return headOf(matches[0].loaderData, {
    title: "Sources",
    description: `Where ${name} takes its news from: every source, when it last answered, and how much it brought in two weeks.`,
    path: "/sources",
  });
}

export default function SourcesPage({ loaderData: { name, sources } }: Route.ComponentProps) {
  return <Sources name={name} sources={sources} />;
}
