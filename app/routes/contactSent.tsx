import { services } from "../services.ts";
import { HomeLink } from "../ui/HomeLink.tsx";
import { createHead } from "../ui/head.ts";
import message from "../ui/Message.module.css";
import type { Route } from "./+types/contactSent";

export function loader({ context }: Route.LoaderArgs) {
  return { thanks: context.get(services).contact.page.thanks };
}

export function meta({ loaderData: { thanks }, matches }: Route.MetaArgs) {
  const head = { title: "Message Sent", description: thanks.text, path: "/contact/sent", robots: "noindex" } as const;
  return createHead(matches[0].loaderData, head);
}

export default function ContactSent({ loaderData: { thanks } }: Route.ComponentProps) {
  return (
    <section className={message.message} id="sent">
      <h1>{thanks.title}</h1>
      <p>{thanks.text}</p>
      <p>
        <HomeLink />
      </p>
    </section>
  );
}
