import { articlePath } from "../../core/addresses.ts";
import { Ad } from "../ads/Ad.tsx";
import { throwNotFound } from "../errors/notFound.ts";
import { ArticleText } from "../news/ArticleText.tsx";
import { toNewsArticle } from "../news/structuredData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/article";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { news } = context.get(services);
  const page = (await news.article(params.slug)) ?? (await throwNotFound(news));
  return { page: page.isTakenDown ? await throwNotFound(news, 410) : page };
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) => {
  const { edition, siteUrl } = root.loaderData;
  const { story, original, socialImage } = page;
  const path = articlePath(story.slug);
  const oembed = `/oembed?url=${encodeURIComponent(siteUrl + path)}&format=`;
  return createHead(root.loaderData, {
    title: story.title,
    description: story.deck || `From ${story.section.name} in ${edition.name}.`,
    path,
    canonical: original?.href,
    socialImage,
    alternates: [
      { type: "application/json+oembed", title: story.title, path: `${oembed}json` },
      { type: "text/xml+oembed", title: story.title, path: `${oembed}xml` },
    ],
    article: { published: story.date.instant, section: story.section.name },
    data: [toNewsArticle(page, edition, siteUrl)],
  });
};

export default function Article({ loaderData: { page }, matches: [root] }: Route.ComponentProps) {
  const { edition, siteUrl } = root.loaderData;
  return (
    <ArticleText page={page} url={siteUrl + articlePath(page.story.slug)}>
      <Ad ads={edition.ads} place="article" />
    </ArticleText>
  );
}
