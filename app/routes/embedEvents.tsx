import { ComingEvents } from "../events/ComingEvents.tsx";
import { services } from "../services.ts";
import { Wall } from "../walls/Wall.tsx";
import type { Route } from "./+types/embedEvents";

/** Nothing in a wall needs a script; its links open in the page around it. */
export const handle = { hasNoScripts: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news, events, markLoading } = context.get(services);
  const { title, section } = edition.embeds.events;
  const page = await news.section(section);
  if (page?.block.state === "loading") markLoading();
  return { title, name: edition.name, stories: page?.block.stories ?? [], coming: await events.coming(8) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.title}: the wall | ${loaderData?.name}` },
    { name: "description", content: `${loaderData?.title} from ${loaderData?.name}, to stand on other pages.` },
    { name: "robots", content: "noindex" },
  ];
}

export default function EmbedEvents({ loaderData: { title, stories, coming } }: Route.ComponentProps) {
  return (
    <Wall title={title} stories={stories}>
      <ComingEvents events={coming} />
    </Wall>
  );
}
