import { data } from "react-router";
import { EventsCalendar } from "../events/EventsCalendar.tsx";
import { eventsData } from "../events/eventsData.ts";
import { headOf } from "../layout/head.ts";
import { JsonLd } from "../news/JsonLd.tsx";
import { SectionNews } from "../news/SectionNews.tsx";
import { useFilling } from "../news/useFilling.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/section";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { edition, news, events } = context.get(services);
  const page = await news.section(params.section);
  if (!page) throw data(null, { status: 404 });
  const hasEvents = params.section === edition.embeds.events.section;
  const month = hasEvents ? await events.month(new URL(request.url).searchParams.get("month")) : null;
  return { name: edition.name, page, month, isLoading: page.block.state === "loading" };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Page Not Found" }];
  const { name, page, month } = loaderData;
  const title = month && !month.isCurrent ? `${page.title}, ${month.title}` : page.title;
  return headOf(matches[0].loaderData, {
    title,
    description: `The latest from ${title} in ${name}.`,
    path: month?.href ?? `/${params.section}`,
  });
}

export default function Section({ loaderData: { page, month, isLoading }, matches }: Route.ComponentProps) {
  const { siteUrl, edition } = matches[0].loaderData;
  useFilling(isLoading);
  return (
    <SectionNews page={page}>
      {month && (
        <>
          <EventsCalendar month={month} />
          <JsonLd data={eventsData(month, edition, siteUrl)} />
        </>
      )}
    </SectionNews>
  );
}
