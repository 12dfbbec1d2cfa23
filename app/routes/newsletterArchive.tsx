import { notFound } from "../errors/notFound.ts";
import { ArchivePage } from "../newsletter/ArchivePage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/newsletterArchive";

export async function loader({ context }: Route.LoaderArgs) {
  const { pastIssues, news } = context.get(services);
  if (!pastIssues) throw await notFound(news);
  return { title: pastIssues.title, issues: await pastIssues.list() };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.edition;
  return createHead(matches[0].loaderData, {
    title: `${loaderData.title}: Every Issue`,
    description: `Every issue of ${loaderData.title} of ${name}, the newest first, as it was mailed.`,
    path: "/newsletter/archive",
  });
}

export default function NewsletterArchive({ loaderData: { title, issues } }: Route.ComponentProps) {
  return <ArchivePage title={title} issues={issues} />;
}
