import { throwNotFound } from "../errors/notFound.ts";
import { LatestStories } from "../news/LatestStories.tsx";
import { RadioPage } from "../radio/RadioPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/radio";

const MAX_STORIES = 4;

export async function loader({ context }: Route.LoaderArgs) {
  const { radio, news } = context.get(services);
  const { title, description } = radio ?? (await throwNotFound(news));
  return { title, description, latest: await news.latest(MAX_STORIES) };
}

export const meta: Route.MetaFunction = ({ loaderData: { title, description }, matches: [root] }) =>
  createHead(root.loaderData, { title, description, path: "/radio" });

export default function Radio({ loaderData: { latest } }: Route.ComponentProps) {
  return (
    <>
      <RadioPage />
      <LatestStories latest={latest} />
    </>
  );
}
