import { FeedsPage } from "../feeds/FeedsPage.tsx";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/feeds";

const PREVIEW_STORIES = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { feeds, news } = context.get(services);
  const { stories } = await news.latest(PREVIEW_STORIES);
  // Omits samples from `newest`: it is a preview of the server's feeds, which contain no samples.
  return { bundle: feeds.buildSampleFeed(), newest: stories.filter(({ isSample }) => !isSample) };
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { name, language } = root.loaderData.edition;
  const { feeds } = getPageTexts(language);
  return createHead(root.loaderData, {
    title: feeds.title,
    description: feeds.description(name),
    path: "/rss.xml",
    feed: { title: name, base: "" },
  });
};

export default function Feeds(props: Route.ComponentProps) {
  return <FeedsPage {...props} />;
}
