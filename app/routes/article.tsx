import { redirect } from "react-router";
import { articlePath } from "../../core/addresses.ts";
import { describeHeadline, getMarkedTitle, joinByline } from "../../core/byline.ts";
import type { News } from "../../server/news/news.ts";
import type { ArticlePage as ArticlePageView } from "../../server/news/views.ts";
import { ArticlePage } from "../article/ArticlePage.tsx";
import { listLeads } from "../article/listLeads.ts";
import { throwGone, throwMovedOrNotFound, throwNotFound } from "../errors/notFound.ts";
import { getTexts } from "../language/texts.ts";
import { toNewsArticle } from "../news/structuredData.ts";
import { services } from "../services.ts";
import { createHead, getUnlistedHead } from "../ui/head.ts";
import type { Route } from "./+types/article";

/** Prevents the caching of previews, since only people who know a preview's address may see the preview. */
export const handle = {
  policy: (_query: URLSearchParams, { key }: Params) => (key === undefined ? undefined : "never"),
};

interface Params {
  slug?: string;
  /** Secret part of a preview's address. */
  key?: string;
}

export async function loader({
  context,
  params: { slug = "", key },
  request,
}: Omit<Route.LoaderArgs, "params"> & { params: Params }) {
  const { news } = context.get(services);
  if (key !== undefined) return { page: await readPreview(news, key, request), leads: [], isPreview: true };
  const found = (await news.article(slug)) ?? (await redirectMoved(news, slug, request));
  const page = found.isTakenDown ? await throwGone(news, found) : found;
  return { page, leads: listLeads(await news.frontPage(), page), isPreview: false };
}

/** Returns a story's preview. @throws a redirect if the story was published; the not-found page for an unknown key */
async function readPreview(news: News, key: string, request: Request): Promise<ArticlePageView> {
  const found = (await news.preview(key)) ?? (await throwNotFound(news));
  if ("publishedSlug" in found) throw redirect(articlePath(found.publishedSlug));
  // Omits the page's notice in the desk's frame, since the desk itself says who can see the preview.
  return new URL(request.url).searchParams.has("framed") ? { ...found.page, notice: null } : found.page;
}

/** Redirects from the former slug of a staff story. @throws always */
async function redirectMoved(news: News, slug: string, request: Request): Promise<never> {
  const moved = await news.findMovedSlug(slug);
  if (moved === undefined) return throwMovedOrNotFound(news, request);
  throw redirect(articlePath(moved), 301);
}

export const meta: Route.MetaFunction = ({ loaderData: { page, isPreview }, matches: [root] }) => {
  if (isPreview) return getUnlistedHead(getMarkedTitle(page.story), page.story.deck);
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
