import { ArchiveDay } from "../archive/ArchiveDay.tsx";
import { notFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/archiveDay";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { archive, news } = context.get(services);
  const day = await archive.day(params.year, params.month, params.day);
  if (!day) throw await notFound(news);
  return day;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, href, stories } = loaderData;
  return createHead(matches[0].loaderData, {
    title,
    description: `The stories of ${title}, in ${matches[0].loaderData.edition.name}.`,
    path: href,
    robots: stories.length === 0 ? "noindex" : undefined,
  });
}

export default function Day({ loaderData }: Route.ComponentProps) {
  return <ArchiveDay day={loaderData} />;
}
