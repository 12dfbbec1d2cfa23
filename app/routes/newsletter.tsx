import { data, redirect } from "react-router";
import { ArchiveLink } from "../newsletter/ArchivePage.tsx";
import { NewsletterPage } from "../newsletter/NewsletterPage.tsx";
import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/newsletter";

export async function loader({ context }: Route.LoaderArgs) {
  const { page } = await requireNewsletter(context.get(services));
  return { page, hasArchive: context.get(services).pastIssues !== undefined };
}

export async function action({ context, request }: Route.ActionArgs) {
  const newsletter = await requireNewsletter(context.get(services));
  const receipt = await newsletter.signUp(request);
  if (receipt.isTaken) throw redirect("/newsletter/sent", 303);
  return data(receipt, { status: receipt.status });
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) =>
  createHead(root.loaderData, { title: page.title, description: page.description, path: "/newsletter" });

export default function Newsletter({ loaderData: { page, hasArchive }, actionData }: Route.ComponentProps) {
  return (
    <NewsletterPage page={page} refusal={actionData}>
      {hasArchive && <ArchiveLink />}
    </NewsletterPage>
  );
}
