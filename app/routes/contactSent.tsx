import { throwNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { Message } from "../ui/Message.tsx";
import type { Route } from "./+types/contactSent";

export async function loader({ context }: Route.LoaderArgs) {
  const { contact, news } = context.get(services);
  const { page } = contact ?? (await throwNotFound(news));
  return { thanks: page.thanks };
}

export const meta: Route.MetaFunction = ({ loaderData: { thanks }, matches: [root] }) =>
  createHead(root.loaderData, {
    title: getPageTexts(root.loaderData.edition.language).contact.sent,
    description: thanks.text,
    path: "/contact/sent",
    robots: "noindex",
  });

export default function ContactSent({ loaderData: { thanks } }: Route.ComponentProps) {
  return <Message id="sent" title={thanks.title} text={thanks.text} />;
}
