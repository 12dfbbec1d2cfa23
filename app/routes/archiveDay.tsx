import { ArchiveDayPage } from "../archive/ArchiveDayPage.tsx";
import { throwMovedOrNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/archiveDay";

export async function loader({ context, params: { year, month, day }, request }: Route.LoaderArgs) {
  const { archive, news } = context.get(services);
  return (await archive.day(year, month, day)) ?? throwMovedOrNotFound(news, request);
}

export const meta: Route.MetaFunction = ({ loaderData: { title, href, stories }, matches: [root] }) =>
  createHead(root.loaderData, {
    title,
    description: getPageTexts(root.loaderData.edition.language).archive.dayDescription(
      title,
      root.loaderData.edition.name,
    ),
    path: href,
    robots: stories.length === 0 ? "noindex" : undefined,
  });

export default function ArchiveDay(props: Route.ComponentProps) {
  return <ArchiveDayPage {...props} />;
}
