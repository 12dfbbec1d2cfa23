import { Ad } from "../ads/Ad.tsx";
import { EventsCalendar } from "../events/EventsCalendar.tsx";
import { NewStories } from "../news/NewStories.tsx";
import { Notice } from "../news/Notice.tsx";
import { OlderStories, SectionNews } from "../news/SectionNews.tsx";
import { usePollWhileLoading } from "../news/usePollWhileLoading.ts";
import { PageText } from "../pages/PageText.tsx";
import type { Route } from "../routes/+types/sectionOrPage";

export function SectionOrPageScreen({ loaderData, matches: [root] }: Route.ComponentProps) {
  usePollWhileLoading(loaderData.isLoading);
  if (loaderData.kind === "page") return <PageText page={loaderData.page} />;
  if (loaderData.kind === "older") return <OlderStories page={loaderData.older} />;
  const { section, month, older } = loaderData;
  return (
    <>
      <Notice text={section.standIn} place="top" />
      {!loaderData.isLoading && <NewStories shown={section.block.stories} section={section.block.section.slug} />}
      <SectionNews page={section} older={older}>
        {month && <EventsCalendar month={month} />}
      </SectionNews>
      <Ad ads={root.loaderData.edition.ads} place="section" />
    </>
  );
}
