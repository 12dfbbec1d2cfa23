import { FeedsPage } from "../feeds/FeedsPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/feeds";

const PREVIEW_STORIES = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { feeds, news } = context.get(services);
  return { bundle: feeds.bundled(), latest: await news.latest(PREVIEW_STORIES) };
}

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.edition;
  return createHead(matches[0].loaderData, {
    title: "RSS Feeds",
    description: `The feeds of ${name}: one of all news and one for each section, and how to follow them in a feed reader.`,
    path: "/rss.xml",
    feed: { title: name, base: "" },
  });
}

export default function Feeds({ loaderData: { bundle, latest }, matches }: Route.ComponentProps) {
  const { edition, siteUrl } = matches[0].loaderData;
  return <FeedsPage edition={edition} siteUrl={siteUrl} bundle={bundle} latest={latest} />;
}
