import { ComingEvents } from "../events/ComingEvents.tsx";
import { services } from "../services.ts";
import { getUnlistedHead } from "../ui/head.ts";
import { Wall } from "../walls/Wall.tsx";
import type { Route } from "./+types/embedEvents";

const MAX_EVENTS = 8;

/** A wall needs no script: its links open in the page around the frame. */
export const handle = { hasNoScripts: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news, events, markLoading } = context.get(services);
  const { title, section } = edition.embeds.events;
  const page = await news.section(section);
  if (page?.block.state === "loading") markLoading();
  return { title, stories: page?.block.stories ?? [], coming: await events.getUpcoming(MAX_EVENTS) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.edition;
  return getUnlistedHead(
    `${loaderData?.title}: the wall | ${name}`,
    `${loaderData?.title} from ${name}, to stand on other pages.`,
  );
}

export default function EmbedEvents({ loaderData: { title, stories, coming } }: Route.ComponentProps) {
  return (
    <Wall title={title} stories={stories}>
      <ComingEvents events={coming} />
    </Wall>
  );
}
