import { data } from "react-router";
import { headOf } from "../layout/head.ts";
import { SectionNews } from "../news/SectionNews.tsx";
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
  return headOf(matches[0].loaderData, {
    title: page.title,
    description: `The latest from ${page.title} in ${name}.`,
    path: `/${params.section}`,
  });
}

export default function Section({ loaderData: { page, isLoading } }: Route.ComponentProps) {
  useFilling(isLoading);
  return <SectionNews page={page} />;
}
