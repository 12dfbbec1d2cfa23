import type { LabelKind } from "../../core/ownFeeds.ts";
import { throwMovedOrNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { LabelPage } from "../news/LabelPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/authorOrTopic";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { news } = context.get(services);
  const kind: LabelKind = new URL(request.url).pathname.startsWith("/author/") ? "author" : "topic";
  return (await news.label(kind, params.slug)) ?? (await throwMovedOrNotFound(news, request));
}

export const meta: Route.MetaFunction = ({ loaderData: { name, href, biography }, matches: [root] }) => {
  const { edition } = root.loaderData;
  return createHead(root.loaderData, {
    title: name,
    description: biography ?? getPageTexts(edition.language).labelDescription(name, edition.name),
    path: href,
    alternates: [{ type: "application/rss+xml", title: `${name} | ${edition.name}`, path: `${href}/rss.xml` }],
  });
};

export default function Label(props: Route.ComponentProps) {
  return <LabelPage {...props} />;
}
