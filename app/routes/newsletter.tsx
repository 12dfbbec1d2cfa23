import { data, redirect } from "react-router";
import { NewsletterPage } from "../newsletter/NewsletterPage.tsx";
import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/newsletter";

export async function loader({ context }: Route.LoaderArgs) {
  const { pastIssues, page: findPage } = context.get(services);
  const { page } = await requireNewsletter(context.get(services));
  const example = (await pastIssues?.example()) ?? null;
  return { page, example, hasArchive: pastIssues !== undefined, hasPolicy: findPage("privacy") !== undefined };
}

export async function action({ context, request }: Route.ActionArgs) {
  const newsletter = await requireNewsletter(context.get(services));
  const receipt = await newsletter.signUp(request);
  if (receipt.isAccepted) throw redirect("/newsletter/sent", 303);
  return data(receipt, { status: receipt.status });
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) =>
  createHead(root.loaderData, { title: page.title, description: page.description, path: "/newsletter" });

export default function Newsletter(props: Route.ComponentProps) {
  return <NewsletterPage {...props} />;
}
