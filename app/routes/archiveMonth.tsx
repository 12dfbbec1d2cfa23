import { ArchiveMonthPage } from "../archive/ArchiveMonthPage.tsx";
import { throwMovedOrNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/archiveMonth";

export async function loader({ context, params: { year, month }, request }: Route.LoaderArgs) {
  const { archive, news } = context.get(services);
  return (await archive.month(year, month)) ?? throwMovedOrNotFound(news, request);
}

export const meta: Route.MetaFunction = ({ loaderData: { title, href, count }, matches: [root] }) => {
  const { archive } = getPageTexts(root.loaderData.edition.language);
  return createHead(root.loaderData, {
    title: archive.title(title),
    description: archive.description(title, root.loaderData.edition.name),
    path: href,
    robots: count === 0 ? "noindex" : undefined,
  });
};

export default function MonthOfArchive(props: Route.ComponentProps) {
  return <ArchiveMonthPage {...props} />;
}
