import { throwNotFound } from "../errors/notFound.ts";
import { getReaderTexts } from "../language/readerTexts.ts";
import { IssueList } from "../newsletter/IssueList.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/newsletterArchive";

export async function loader({ context }: Route.LoaderArgs) {
  const { pastIssues, news } = context.get(services);
  const { title, list } = pastIssues ?? (await throwNotFound(news));
  return { title, issues: await list() };
}

export const meta: Route.MetaFunction = ({ loaderData: { title }, matches: [root] }) => {
  const { newsletter } = getReaderTexts(root.loaderData.edition.language);
  return createHead(root.loaderData, {
    title: newsletter.archiveTitle(title),
    description: newsletter.archiveDescription(title, root.loaderData.edition.name),
    path: "/newsletter/archive",
  });
};

export default function NewsletterArchive(props: Route.ComponentProps) {
  return <IssueList {...props} />;
}
