import { Ad } from "../ads/Ad.tsx";
import { EventsCalendar } from "../events/EventsCalendar.tsx";
import { eventsData } from "../events/eventsData.ts";
import { headOf } from "../layout/head.ts";
import { NewStories } from "../news/NewStories.tsx";
import { SectionNews } from "../news/SectionNews.tsx";
import { storyListData } from "../news/structuredData.ts";
import { useFilling } from "../news/useFilling.ts";
import { notFound } from "../notFound.ts";
import { PageText } from "../pages/PageText.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/sectionOrPage";

/** Addresses of one word are the edition's to give: to its sections first, then to its own pages. */
export async function loader({ context, params: { slug }, request }: Route.LoaderArgs) {
  const { edition, news, events, page: pageOf } = context.get(services);
  const section = await news.section(slug);
  if (section) {
    const hasEvents = slug === edition.embeds.events.section;
    const month = hasEvents ? await events.month(new URL(request.url).searchParams.get("month")) : null;
    return { kind: "section", section, month, isLoading: section.block.state === "loading" } as const;
  }
  const page = pageOf(slug);
  if (page) return { kind: "page", page, isLoading: false } as const;
  throw await notFound(news);
}

export function meta({ loaderData, matches, params: { slug } }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { edition, siteUrl } = matches[0].loaderData;
  if (loaderData.kind === "page") {
    const { title, description } = loaderData.page;
    return headOf(matches[0].loaderData, { title, description, path: `/${slug}` });
  }
  const { section, month } = loaderData;
  const title = month && !month.isCurrent ? `${section.title}, ${month.title}` : section.title;
  return headOf(matches[0].loaderData, {
    title,
    description: `The latest from ${title} in ${edition.name}.`,
    path: month?.href ?? `/${slug}`,
    feed: { title: `${section.title} | ${edition.name}`, path: `/${slug}/rss.xml` },
    data: [
      ...(section.block.stories.length > 0 ? [storyListData(section, siteUrl)] : []),
      ...(month && month.days.length > 0 ? [eventsData(month, edition, siteUrl)] : []),
    ],
  });
}

export default function SectionOrPage({ loaderData, matches }: Route.ComponentProps) {
  useFilling(loaderData.isLoading);
  if (loaderData.kind === "page") return <PageText page={loaderData.page} />;
  const { section, month } = loaderData;
  return (
    <>
      {!loaderData.isLoading && (
        <NewStories shown={section.block.stories.map(({ slug }) => slug)} section={section.block.section.slug} />
      )}
      <SectionNews page={section}>{month && <EventsCalendar month={month} />}</SectionNews>
      <Ad ads={matches[0].loaderData.edition.ads} place="section" />
    </>
  );
}
