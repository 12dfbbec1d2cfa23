import { FeedView } from "../feeds/FeedView.tsx";
import { feedLink } from "../feeds/feedLink.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/feeds";

/** Stories of the preview. */
const PREVIEWED = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, feeds, news, siteUrl } = context.get(services);
  const { name, sections } = edition;
  return { name, sections, siteUrl, bundle: feeds.bundled(), latest: await news.latest(PREVIEWED) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, siteUrl } = loaderData;
  return [
    { title: `RSS Feeds | ${name}` },
    {
      name: "description",
      content: `The feeds of ${name}: one of all news and one for each section, and how to follow them in a feed reader.`,
    },
    { tagName: "link", rel: "canonical", href: `${siteUrl}/rss.xml` },
    feedLink(name, `${siteUrl}/rss.xml`),
  ];
}

export default function Feeds({ loaderData }: Route.ComponentProps) {
  return <FeedView {...loaderData} />;
}
