import { isRouteErrorResponse, useRouteLoaderData } from "react-router";
import { ErrorPage } from "../errors/ErrorPage.tsx";
import { throwGone, throwNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import type { loader as rootLoader } from "../root.tsx";
import { services } from "../services.ts";
import { getUnlistedHead } from "../ui/head.ts";
import { NoStoryCard, StoryCard } from "../walls/StoryCard.tsx";
import "../walls/framedAlerts.css";
import type { Route } from "./+types/embedArticle";

/** A card needs no scripts, since it contains only links. They open in the window, outside of the frame. */
export const handle = { hasNoScripts: true };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  const page = (await news.articleOfAnySlug(params.slug)) ?? (await throwNotFound(news));
  const { story, original } = page.isTakenDown ? await throwGone(news, page) : page;
  // A sample is an invented story, which other sites must not present as news.
  if (story.isSample) await throwNotFound(news);
  return { story, original, name: edition.name, language: edition.language };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { story, name, language } = loaderData;
  const { embed } = getPageTexts(language);
  return getUnlistedHead(`${embed.cardTitle(story.title)} | ${name}`, embed.cardDescription(story.title));
};

export default function EmbedArticle({ loaderData }: Route.ComponentProps) {
  return <StoryCard {...loaderData} />;
}

/** Shows a card for a missing story. An error page would be too large, and its links would open in the frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const name = useRouteLoaderData<typeof rootLoader>("root")?.edition.name;
  return isRouteErrorResponse(error) ? <NoStoryCard name={name} /> : <ErrorPage error={error} name={name} />;
}
