import { services } from "../services.ts";
import { Wall } from "../walls/Wall.tsx";
import { SECTION_QUERY, sectionOfWall } from "../walls/wallSection.ts";
import type { Route } from "./+types/embedLatest";

const STORIES = 20;

/** Nothing in a wall needs a script; its links open in the page around it. */
export const handle = { hasNoScripts: true, query: SECTION_QUERY };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { edition, news, markLoading } = context.get(services);
  const section = sectionOfWall(request, edition);
  const page = section && (await news.section(section.slug));
  if (page?.block.state === "loading") markLoading();
  const title = section?.name ?? edition.embeds.latest.title;
  const stories = page ? page.block.stories : await news.latest(STORIES);
  return { title, name: edition.name, stories, hasSections: !page };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.title}: the wall | ${loaderData?.name}` },
    { name: "description", content: `${loaderData?.title} from ${loaderData?.name}, to stand on other pages.` },
    { name: "robots", content: "noindex" },
  ];
}

export default function EmbedLatest({ loaderData: { title, stories, hasSections } }: Route.ComponentProps) {
  return <Wall title={title} stories={stories} hasSections={hasSections} />;
}
