import { throwNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { getUnlistedHead } from "../ui/head.ts";
import { ALERTS_QUERY } from "../walls/wallSection.ts";
import "../walls/framedAlerts.css";
import { EventsWall } from "../walls/EventsWall.tsx";
import type { Route } from "./+types/embedEvents";

const MAX_EVENTS = 8;

/** A frame shows this page. The page needs no scripts, since it has only links, which open outside of the frame. */
export const handle = { hasNoScripts: true, query: ALERTS_QUERY };

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news, events, markLoading } = context.get(services);
  const { title, section } = edition.embeds.events ?? (await throwNotFound(news));
  const page = await news.section(section);
  if (page?.block.state === "loading") markLoading();
  const { stories = [], notice = null } = page?.block ?? {};
  return { title, href: `/${section}`, stories, notice, coming: await events.getUpcoming(MAX_EVENTS) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches: [root] }) => {
  const { name, language } = root.loaderData.edition;
  const { embed } = getPageTexts(language);
  const { title = "" } = loaderData ?? {};
  return getUnlistedHead(`${embed.wallTitle(title)} | ${name}`, embed.wallDescription(title, name));
};

export default function EmbedEvents(props: Route.ComponentProps) {
  return <EventsWall {...props} />;
}
