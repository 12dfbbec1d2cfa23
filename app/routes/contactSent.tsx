import { MessageSent } from "../contact/MessageSent.tsx";
import { services } from "../services.ts";
import { headOf } from "../ui/head.ts";
import type { Route } from "./+types/contactSent";

export function loader({ context }: Route.LoaderArgs) {
  return { thanks: context.get(services).contact.page.thanks };
}

export function meta({ loaderData: { thanks }, matches }: Route.MetaArgs) {
  const head = { title: "Message Sent", description: thanks.text, path: "/contact/sent" };
  return [...headOf(matches[0].loaderData, head), { name: "robots", content: "noindex" }];
}

export default function ContactSent({ loaderData: { thanks } }: Route.ComponentProps) {
  return <MessageSent thanks={thanks} />;
}
