import { throwNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { getUnlistedHead } from "../ui/head.ts";
import { Wall } from "../walls/Wall.tsx";
import { ALERTS_QUERY, findWallSection, SECTION_QUERY } from "../walls/wallSection.ts";
import "../walls/framedAlerts.css";
import type { Route } from "./+types/embedLatest";

const MAX_STORIES = 20;

/** A wall needs no scripts, since it contains only links, which open in the page around the frame. */
export const handle = { hasNoScripts: true, query: { ...SECTION_QUERY, ...ALERTS_QUERY } };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { edition, news, markLoading } = context.get(services);
  const wall = edition.embeds.latest ?? (await throwNotFound(news));
  const section = findWallSection(request, edition);
  const page = section && (await news.section(section.slug));
  if (page?.block.state === "loading") markLoading();
  const title = section?.name ?? wall.title;
  const { stories, notice, noStories } = page?.block ?? (await news.latest(MAX_STORIES));
  const { embed } = getPageTexts(edition.language);
  const allLink = section
    ? { text: embed.allOf(title), href: section.href }
    : { text: embed.allByDay, href: "/archive" };
  return { title, stories, notice, noStories, hasSections: !page, allLink };
}

export const meta: Route.MetaFunction = ({ loaderData, matches: [root] }) => {
  const { name, language } = root.loaderData.edition;
  const { embed } = getPageTexts(language);
  const { title = "" } = loaderData ?? {};
  return getUnlistedHead(`${embed.wallTitle(title)} | ${name}`, embed.wallDescription(title, name));
};

export default function EmbedLatest({ loaderData }: Route.ComponentProps) {
  return <Wall {...loaderData} />;
}
