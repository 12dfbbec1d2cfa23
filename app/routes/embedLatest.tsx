import { Wall } from "../embeds/Wall.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/embedLatest";

/** Nothing in a wall needs a script; its links open in the page around it. */
export const handle = { hasNoScripts: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  return { title: edition.embeds.latest.title, name: edition.name, stories: await news.latest(20) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.title}: the wall | ${loaderData?.name}` },
    { name: "description", content: `${loaderData?.title} from ${loaderData?.name}, to stand on other pages.` },
    { name: "robots", content: "noindex" },
  ];
}

export default function EmbedLatest({ loaderData: { title, stories } }: Route.ComponentProps) {
  return <Wall title={title} stories={stories} hasSections />;
}
