import { redirect } from "react-router";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { throwMovedOrNotFound } from "../errors/notFound.ts";
import { getTexts } from "../language/texts.ts";
import { toEventList, toItemList } from "../news/structuredData.ts";
import { SectionOrPageScreen } from "../sections/SectionOrPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/sectionOrPage";

/**
 * The parameter `after` requests a page of older stories. Its value is the slug of a story; the page has the stories
 * older than that story. There are too many such pages to cache: one per story.
 */
export const handle = {
  policy: (query: URLSearchParams) => (query.has("after") ? "fleeting" : undefined),
  query: {
    after: (value: string, { slug }: { slug?: string }, edition: PublicEdition) =>
      value !== "" && edition.sections.some((section) => section.slug === slug),
    month: (value: string, { slug }: { slug?: string }, edition: PublicEdition) =>
      slug === edition.embeds.events?.section && isCalendarMonth(value),
  },
};

/** Returns true for a month of this year or the next year, such as 2026-12. Calendars show no other months. */
function isCalendarMonth(month: string): boolean {
  const year = new Date().getUTCFullYear();
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) && [year, year + 1].includes(Number(month.slice(0, 4)));
}

/** Loads a section or a page of its older stories. If no section has the slug, loads one of the edition's own pages. */
export async function loader({ context, params: { slug }, request }: Route.LoaderArgs) {
  const { edition, news, events, archive, page, markLoading } = context.get(services);
  const { searchParams } = new URL(request.url);
  const after = searchParams.get("after");
  if (after !== null) {
    const older = await archive.older(slug, after);
    if (older) return { kind: "older", older, isLoading: false } as const;
    // The section lacks the story whose slug is in `after`, for example because the story was moved.
    throw redirect(`/${slug}`);
  }
  const section = await news.section(slug);
  if (section) {
    const hasEvents = slug === edition.embeds.events?.section;
    const month = hasEvents ? await events.getMonth(searchParams.get("month")) : null;
    const older = await archive.olderThan(slug, section.block.stories);
    const isLoading = section.block.state === "loading";
    if (isLoading) markLoading();
    return { kind: "section", section, month, older, isLoading } as const;
  }
  return { kind: "page", page: page(slug) ?? (await throwMovedOrNotFound(news, request)), isLoading: false } as const;
}

export const meta: Route.MetaFunction = ({ loaderData, matches: [root], params: { slug } }) => {
  const { edition, siteUrl } = root.loaderData;
  const { head, news } = getTexts(edition.language);
  if (loaderData.kind === "page") {
    const { title, description } = loaderData.page;
    return createHead(root.loaderData, { title, description, path: `/${slug}` });
  }
  if (loaderData.kind === "older") {
    const { name, href } = loaderData.older.section;
    return createHead(root.loaderData, {
      title: news.olderIn(name),
      description: head.olderFrom(name, edition.name),
      path: href,
      // With each new story, a section's pages of older stories get other addresses. So search engines must follow the
      // links on these pages, but not list the pages.
      robots: "noindex, follow",
    });
  }
  const { section, month } = loaderData;
  const title = month && !month.isCurrent ? `${section.title}, ${month.title}` : section.title;
  return createHead(root.loaderData, {
    title,
    description: head.latestFrom(title, edition.name),
    path: month?.href ?? `/${slug}`,
    feed: { title: `${section.title} | ${edition.name}`, base: `/${slug}` },
    data: [
      toItemList(section, siteUrl),
      month && month.days.length > 0 ? toEventList(month, edition, siteUrl) : null,
    ].filter((list) => list !== null),
  });
};

export default function SectionOrPage(props: Route.ComponentProps) {
  return <SectionOrPageScreen {...props} />;
}
