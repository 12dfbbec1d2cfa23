import { ArchiveMonth } from "../archive/ArchiveMonth.tsx";
import { notFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/archiveMonth";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { archive, news } = context.get(services);
  const month = await archive.month(params.year, params.month);
  if (!month) throw await notFound(news);
  return month;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, href, count } = loaderData;
  return createHead(matches[0].loaderData, {
    title: `Archive, ${title}`,
    description: `The stories of ${title} in ${matches[0].loaderData.edition.name}, day by day.`,
    path: href,
    robots: count === 0 ? "noindex" : undefined,
  });
}

export default function Month({ loaderData }: Route.ComponentProps) {
  return <ArchiveMonth month={loaderData} />;
}
