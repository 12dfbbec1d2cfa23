import { throwNotFound } from "../errors/notFound.ts";
import { ArchivePage } from "../newsletter/ArchivePage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/newsletterArchive";

export async function loader({ context }: Route.LoaderArgs) {
  const { pastIssues, news } = context.get(services);
  const { title, list } = pastIssues ?? (await throwNotFound(news));
  return { title, issues: await list() };
}

export const meta: Route.MetaFunction = ({ loaderData: { title }, matches: [root] }) =>
  createHead(root.loaderData, {
    title: `${title}: Every Issue`,
    description: `Every issue of ${title} of ${root.loaderData.edition.name}, the newest first, as it was mailed.`,
    path: "/newsletter/archive",
  });

export default function NewsletterArchive({ loaderData: { title, issues } }: Route.ComponentProps) {
  return <ArchivePage title={title} issues={issues} />;
}
