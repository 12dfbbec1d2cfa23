import { throwNotFound } from "../errors/notFound.ts";
import { getReaderTexts } from "../language/readerTexts.ts";
import { Issue } from "../newsletter/Issue.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/newsletterIssue";

export async function loader({ context, params: { date } }: Route.LoaderArgs) {
  const { pastIssues, news } = context.get(services);
  const { title, issue } = pastIssues ?? (await throwNotFound(news));
  return { title, issue: (await issue(date)) ?? (await throwNotFound(news)) };
}

export const meta: Route.MetaFunction = ({ loaderData: { title, issue }, matches: [root] }) =>
  createHead(root.loaderData, {
    title: getReaderTexts(root.loaderData.edition.language).newsletter.issueOf(title, issue.day),
    description: `${issue.subject}. ${issue.briefing.preheader}`,
    path: `/newsletter/${issue.date}`,
  });

export default function NewsletterIssue({ loaderData: { title, issue } }: Route.ComponentProps) {
  return <Issue title={title} issue={issue} />;
}
