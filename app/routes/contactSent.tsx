import { MessageSent } from "../contact/MessageSent.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/contactSent";

export function loader({ context }: Route.LoaderArgs) {
  const { contact, edition } = context.get(services);
  return { thanks: contact.page.thanks, name: edition.name };
}

export function meta({ loaderData: { thanks, name } }: Route.MetaArgs) {
  return [
    { title: `Message Sent | ${name}` },
    { name: "description", content: thanks.text },
    { name: "robots", content: "noindex" },
  ];
}

export default function ContactSent({ loaderData: { thanks } }: Route.ComponentProps) {
  return <MessageSent thanks={thanks} />;
}
