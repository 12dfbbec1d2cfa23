import { data, redirect } from "react-router";
import { ContactPage } from "../contact/ContactPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/contact";

export function loader({ context }: Route.LoaderArgs) {
  return { page: context.get(services).contact.page };
}

export async function action({ context, request }: Route.ActionArgs) {
  const receipt = await context.get(services).contact.receive(request);
  // A fragment of its own: without one, browsers carry that of the form along.
  if (receipt.isTaken) throw redirect("/contact/sent#sent", 303);
  return data(receipt, { status: receipt.status });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData.page;
  return createHead(matches[0].loaderData, { title, description, path: "/contact" });
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return <ContactPage page={loaderData.page} rejection={actionData} />;
}
