import { articlePath } from "../../core/addresses.ts";
import { Ad } from "../ads/Ad.tsx";
import { notFound } from "../errors/notFound.ts";
import { ArticleText } from "../news/ArticleText.tsx";
import { toNewsArticle } from "../news/structuredData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/article";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { news } = context.get(services);
  const page = await news.article(params.slug);
  if (!page) throw await notFound(news);
  if (page.isTakenDown) throw await notFound(news, 410);
  return { page };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { edition, siteUrl } = matches[0].loaderData;
  const { story, original, socialImage } = loaderData.page;
  const url = encodeURIComponent(siteUrl + articlePath(story.slug));
  return createHead(matches[0].loaderData, {
    title: story.title,
    description: story.deck || `From ${story.section.name} in ${edition.name}.`,
    path: articlePath(story.slug),
    canonical: original?.href,
    socialImage,
    alternates: [
      { type: "application/json+oembed", title: story.title, path: `/oembed?url=${url}&format=json` },
      { type: "text/xml+oembed", title: story.title, path: `/oembed?url=${url}&format=xml` },
    ],
    article: { published: story.date.instant, section: story.section.name },
    data: [toNewsArticle(loaderData.page, edition, siteUrl)],
  });
}

export default function Article({ loaderData: { page }, matches }: Route.ComponentProps) {
  const { edition, siteUrl } = matches[0].loaderData;
  return (
    <ArticleText page={page} url={siteUrl + articlePath(page.story.slug)}>
      <Ad ads={edition.ads} place="article" />
    </ArticleText>
  );
}
