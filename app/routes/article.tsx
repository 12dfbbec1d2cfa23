import { ArticleText } from "../news/ArticleText.tsx";
import { notFound } from "../notFound.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/article";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { edition, news, siteUrl } = context.get(services);
  const page = await news.article(params.slug);
  if (!page) throw await notFound(news);
  if (page.isTakenDown) throw await notFound(news, 410);
  return { name: edition.name, page, siteUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Page Not Found" }];
  const { name, page, siteUrl } = loaderData;
  const { title, deck, href, date, section, picture } = page.story;
  const address = siteUrl + href;
  return [
    { title: `${title} | ${name}` },
    { name: "description", content: deck },
    { property: "og:type", content: "article" },
    { property: "og:site_name", content: name },
    { property: "og:title", content: title },
    { property: "og:description", content: deck },
    { property: "og:url", content: address },
    ...(picture ? [{ property: "og:image", content: siteUrl + picture.src }] : []),
    ...(date.instant ? [{ property: "article:published_time", content: date.instant }] : []),
    { property: "article:section", content: section.name },
    { tagName: "link", rel: "canonical", href: page.original?.href ?? address },
  ];
}

export default function Article({ loaderData: { page } }: Route.ComponentProps) {
  return <ArticleText page={page} />;
}
