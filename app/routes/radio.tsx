import { notFound } from "../errors/notFound.ts";
import { LatestStories } from "../news/LatestStories.tsx";
import { RadioPage } from "../radio/RadioPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/radio";

const MAX_STORIES = 4;

export async function loader({ context }: Route.LoaderArgs) {
  const { radio, news } = context.get(services);
  if (!radio) throw await notFound(news);
  return { title: radio.title, description: radio.description, stories: await news.latest(MAX_STORIES) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData;
  return createHead(matches[0].loaderData, { title, description, path: "/radio" });
}

export default function Radio({ loaderData: { stories } }: Route.ComponentProps) {
  return (
    <>
      <RadioPage />
      <LatestStories stories={stories} />
    </>
  );
}
