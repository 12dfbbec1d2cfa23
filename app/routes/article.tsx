import { data } from "react-router";
import { headOf } from "../layout/head.ts";
import { ArticleText } from "../news/ArticleText.tsx";
import { articleData } from "../news/articleData.ts";
import { JsonLd } from "../news/JsonLd.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/article";

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await context.get(services).news.article(params.slug);
  if (!page) throw data(null, { status: 404 });
  return { page };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Page Not Found" }];
  const { story, original, card } = loaderData.page;
  return headOf(matches[0].loaderData, {
    title: story.title,
    description: story.deck || `From ${story.section.name} in ${matches[0].loaderData.edition.name}.`,
    path: story.href,
    canonical: original?.href,
    card,
    article: { published: story.date.instant, section: story.section.name },
  });
}

export default function Article({ loaderData: { page }, matches }: Route.ComponentProps) {
  const { edition, siteUrl } = matches[0].loaderData;
  return (
    <>
      <ArticleText page={page} url={siteUrl + page.story.href} />
      <JsonLd data={articleData(page, edition, siteUrl)} />
    </>
  );
}
