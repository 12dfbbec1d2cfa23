import { FeedView } from "../feeds/FeedView.tsx";
import { services } from "../services.ts";
import { headOf } from "../ui/head.ts";
import type { Route } from "./+types/feeds";

/** Stories of the preview. */
const PREVIEWED = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, feeds, news, siteUrl } = context.get(services);
  const { name, sections } = edition;
  return { name, sections, siteUrl, bundle: feeds.bundled(), latest: await news.latest(PREVIEWED) };
}

export function meta({ loaderData: { name }, matches }: Route.MetaArgs) {
  return headOf(matches[0].loaderData, {
    title: "RSS Feeds",
    description: `The feeds of ${name}: one of all news and one for each section, and how to follow them in a feed reader.`,
    path: "/rss.xml",
    feed: { title: name, base: "" },
  });
}

export default function Feeds({ loaderData }: Route.ComponentProps) {
  return <FeedView {...loaderData} />;
}
