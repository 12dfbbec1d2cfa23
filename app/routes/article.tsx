import { redirect } from "react-router";
import { articlePath } from "../../core/addresses.ts";
import { describeHeadline, getMarkedTitle, joinByline } from "../../core/byline.ts";
import type { News } from "../../server/news/news.ts";
import { ArticlePage } from "../article/ArticlePage.tsx";
import { listLeads } from "../article/listLeads.ts";
import { throwGone, throwMovedOrNotFound } from "../errors/notFound.ts";
import { getTexts } from "../language/texts.ts";
import { toNewsArticle } from "../news/structuredData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/article";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { news } = context.get(services);
  const found = (await news.article(params.slug)) ?? (await redirectMoved(news, params.slug, request));
  const page = found.isTakenDown ? await throwGone(news, found) : found;
  return { page, leads: listLeads(await news.frontPage(), page) };
}

/** Redirects from the former slug of a staff story. @throws always */
async function redirectMoved(news: News, slug: string, request: Request): Promise<never> {
  const moved = await news.findMovedSlug(slug);
  if (moved === undefined) return throwMovedOrNotFound(news, request);
  throw redirect(articlePath(moved), 301);
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) => {
  const { edition, siteUrl } = root.loaderData;
  const { story, canonical, updated, isIndexed, expiresAt, socialImage } = page;
  const path = articlePath(story.slug);
  const language = getTexts(edition.language);
  const texts = {
    title: getMarkedTitle(story),
    description: story.deck || describeHeadline(story, edition.name, language),
  };
  const robots = isIndexed ? undefined : "noindex, follow";
  // A sample's page has no metadata of an article.
  if (story.isSample) return createHead(root.loaderData, { ...texts, path, socialImage, robots });
  const oembed = `/oembed?url=${encodeURIComponent(siteUrl + path)}&format=`;
  return createHead(root.loaderData, {
    ...texts,
    path,
    canonical: canonical ?? undefined,
    socialImage,
    alternates: [
      { type: "application/json+oembed", title: texts.title, path: `${oembed}json` },
      { type: "text/xml+oembed", title: texts.title, path: `${oembed}xml` },
    ],
    article: {
      published: story.date.instant,
      modified: updated?.instant ?? null,
      section: story.section.name,
      byline: joinByline(story),
    },
    robots,
    expiresAt,
    data: [toNewsArticle(page, edition, siteUrl)],
  });
};

export default function Article({ loaderData, matches: [root] }: Route.ComponentProps) {
  return <ArticlePage {...loaderData} site={root.loaderData} />;
}
