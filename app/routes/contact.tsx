import { data, redirect } from "react-router";
import { ContactPage } from "../contact/ContactPage.tsx";
import { SENT_ID } from "../contact/MessageSent.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/contact";

export function loader({ context }: Route.LoaderArgs) {
  const { contact, edition, siteUrl } = context.get(services);
  return { page: contact.page, name: edition.name, siteUrl };
}

export async function action({ context, request }: Route.ActionArgs) {
  const receipt = await context.get(services).contact.receive(request);
  if (receipt.isTaken) throw redirect(`/contact/sent#${SENT_ID}`, 303);
  return data(receipt, { status: receipt.status });
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { page, name, siteUrl } = loaderData;
  return [
    { title: `${page.title} | ${name}` },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: `${siteUrl}/contact` },
  ];
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return <ContactPage page={loaderData.page} refusal={actionData} />;
}
