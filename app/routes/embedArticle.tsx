import { isRouteErrorResponse, useRouteLoaderData } from "react-router";
import { ErrorPage } from "../errors/ErrorPage.tsx";
import { notFound } from "../errors/notFound.ts";
import type { loader as rootLoader } from "../root.tsx";
import { services } from "../services.ts";
import { NoStoryCard } from "../walls/NoStoryCard.tsx";
import { StoryCard } from "../walls/StoryCard.tsx";
import type { Route } from "./+types/embedArticle";

/** Nothing in a card needs a script; its links open in the page around it. */
export const handle = { hasNoScripts: true };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  const page = await news.article(params.slug);
  if (!page) throw await notFound(news);
  if (page.isTakenDown) throw await notFound(news, 410);
  return { story: page.story, name: edition.name };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { story, name } = loaderData;
  return [
    { title: `${story.title}: the card | ${name}` },
    { name: "description", content: `A card of “${story.title}” for other sites.` },
    { name: "robots", content: "noindex" },
  ];
}

export default function EmbedArticle({ loaderData }: Route.ComponentProps) {
  return <StoryCard {...loaderData} />;
}

/** Within a frame there is no room for a whole page, and its links would lead nowhere. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof rootLoader>("root");
  const name = data?.edition.name;
  return isRouteErrorResponse(error) ? <NoStoryCard name={name} /> : <ErrorPage error={error} name={name} />;
}
