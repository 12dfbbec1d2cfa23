import { Sources } from "../news/Sources.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/sources";

export async function loader({ context }: Route.LoaderArgs) {
  return { sources: await context.get(services).news.sources() };
}

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.edition;
  return createHead(matches[0].loaderData, {
    title: "Sources",
    description: `Where ${name} takes its news from: every source, when it last answered, and how much it brought in two weeks.`,
    path: "/sources",
  });
}

export default function SourcesPage({ loaderData: { sources }, matches }: Route.ComponentProps) {
  return <Sources name={matches[0].loaderData.edition.name} sources={sources} />;
}
