import { SectionNews } from "../news/SectionNews.tsx";
import { useFilling } from "../news/useFilling.ts";
import { notFound } from "../notFound.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/section";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  const page = await news.section(params.section);
  if (!page) throw await notFound(news);
  return { name: edition.name, page, isLoading: page.block.state === "loading" };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Page Not Found" }];
  const { name, page } = loaderData;
  return [
    { title: `${page.title} | ${name}` },
    { name: "description", content: `The latest from ${page.title} in ${name}.` },
    { tagName: "link", rel: "canonical", href: `${matches[0].loaderData.siteUrl}/${params.section}` },
  ];
}

export default function Section({ loaderData: { page, isLoading } }: Route.ComponentProps) {
  useFilling(isLoading);
  return <SectionNews page={page} />;
}
