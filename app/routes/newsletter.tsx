import { data, redirect } from "react-router";
import { ArchiveLink } from "../newsletter/ArchivePage.tsx";
import { NewsletterPage } from "../newsletter/NewsletterPage.tsx";
import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/newsletter";

export async function loader({ context }: Route.LoaderArgs) {
  const { pastIssues } = context.get(services);
  return { page: (await requireNewsletter(context.get(services))).page, hasArchive: pastIssues !== undefined };
}

export async function action({ context, request }: Route.ActionArgs) {
  const desk = await requireNewsletter(context.get(services));
  const receipt = await desk.signUp(request);
  if (receipt.isTaken) throw redirect("/newsletter/sent", 303);
  return data(receipt, { status: receipt.status });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData.page;
  return createHead(matches[0].loaderData, { title, description, path: "/newsletter" });
}

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewsletterPage page={loaderData.page} refusal={actionData}>
      {loaderData.hasArchive && <ArchiveLink />}
    </NewsletterPage>
  );
}
