import { notFound } from "../errors/notFound.ts";
import { Issue } from "../newsletter/Issue.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/newsletterIssue";

export async function loader({ context, params: { date } }: Route.LoaderArgs) {
  const { pastIssues, news } = context.get(services);
  const issue = await pastIssues?.issue(date);
  if (!pastIssues || !issue) throw await notFound(news);
  return { title: pastIssues.title, issue };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, issue } = loaderData;
  return createHead(matches[0].loaderData, {
    title: `${title} for ${issue.day}`,
    description: `${issue.subject}. ${issue.briefing.preheader}`,
    path: `/newsletter/${issue.date}`,
  });
}

export default function NewsletterIssue({ loaderData: { title, issue } }: Route.ComponentProps) {
  return <Issue title={title} issue={issue} />;
}
