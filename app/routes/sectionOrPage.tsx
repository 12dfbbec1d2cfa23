import { useRouteLoaderData } from "react-router";
import { Ad } from "../ads/Ad.tsx";
import { SectionNews } from "../news/SectionNews.tsx";
import { useFilling } from "../news/useFilling.ts";
import { notFound } from "../notFound.ts";
import { PageText } from "../pages/PageText.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/sectionOrPage";

/** Addresses of one word are the edition's to give: to its sections first, then to its own pages. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { edition, news, page: pageOf } = context.get(services);
  const page = await news.section(params.slug);
  if (page) return { kind: "section", name: edition.name, page, isLoading: page.block.state === "loading" } as const;
  const text = pageOf(params.slug);
  if (text) return { kind: "page", name: edition.name, page: text, isLoading: false } as const;
  throw await notFound(news);
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Page Not Found" }];
  const { kind, name, page } = loaderData;
  const description = kind === "section" ? `The latest from ${page.title} in ${name}.` : page.description;
  return [
    { title: `${page.title} | ${name}` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: `${matches[0].loaderData.siteUrl}/${params.slug}` },
  ];
}

export default function SectionOrPage({ loaderData }: Route.ComponentProps) {
  useFilling(loaderData.isLoading);
  const edition = useRouteLoaderData<typeof rootLoader>("root")?.edition;
  if (loaderData.kind === "page") return <PageText page={loaderData.page} />;
  return (
    <>
      <SectionNews page={loaderData.page} />
      {edition && <Ad ads={edition.ads} place="section" />}
    </>
  );
}
