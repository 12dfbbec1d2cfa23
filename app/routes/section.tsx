import { data, useRouteLoaderData } from "react-router";
import { Ad } from "../ads/Ad.tsx";
import { SectionNews } from "../news/SectionNews.tsx";
import { useFilling } from "../news/useFilling.ts";
import type { loader as rootLoader } from "../root.tsx";
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
  return [
    { title: `${page.title} | ${name}` },
    { name: "description", content: `The latest from ${page.title} in ${name}.` },
    { tagName: "link", rel: "canonical", href: `${matches[0].loaderData.siteUrl}/${params.section}` },
  ];
}

export default function Section({ loaderData: { page, isLoading } }: Route.ComponentProps) {
  useFilling(isLoading);
  const edition = useRouteLoaderData<typeof rootLoader>("root")?.edition;
  return (
    <>
      <SectionNews page={page} />
      {edition && <Ad ads={edition.ads} place="section" />}
    </>
  );
}
