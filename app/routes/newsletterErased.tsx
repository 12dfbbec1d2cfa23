import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import { HomeLink } from "../ui/HomeLink.tsx";
import { createHead } from "../ui/head.ts";
import message from "../ui/Message.module.css";
import type { Route } from "./+types/newsletterErased";

const TITLE = "Your Address Is Erased";
const TEXT =
  "We have forgotten your address, your choices and what was sent to you. For a day we keep a code made from the address, by which nobody can have us flood it with mail.";

export async function loader({ context }: Route.LoaderArgs) {
  await requireNewsletter(context.get(services));
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const head = { title: TITLE, description: TEXT, path: "/newsletter/erased", robots: "noindex" } as const;
  return createHead(matches[0].loaderData, head);
}

export default function NewsletterErased() {
  return (
    <section className={message.message}>
      <h1>{TITLE}</h1>
      <p>{TEXT}</p>
      <p>
        <HomeLink />
      </p>
    </section>
  );
}
