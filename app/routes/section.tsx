import { data } from "react-router";
import { feedLink } from "../feeds/feedLink.ts";
import { SectionNews } from "../news/SectionNews.tsx";
import { storyListData } from "../news/structuredData.ts";
import { useFilling } from "../news/useFilling.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/section";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  const page = await news.section(params.section);
  if (!page) throw data(null, { status: 404 });
  return { name: edition.name, page, isLoading: page.block.state === "loading" };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Page Not Found" }];
  const { name, page } = loaderData;
  const { siteUrl } = matches[0].loaderData;
  return [
    { title: `${page.title} | ${name}` },
    { name: "description", content: `The latest from ${page.title} in ${name}.` },
    { tagName: "link", rel: "canonical", href: `${siteUrl}/${params.section}` },
    feedLink(`${page.title} | ${name}`, `${siteUrl}/${params.section}/rss.xml`),
    ...(page.block.stories.length > 0 ? [{ "script:ld+json": storyListData(page, siteUrl) }] : []),
  ];
}

export default function Section({ loaderData: { page, isLoading } }: Route.ComponentProps) {
  useFilling(isLoading);
  return <SectionNews page={page} />;
}
