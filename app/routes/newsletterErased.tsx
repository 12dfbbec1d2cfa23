import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { Message } from "../ui/Message.tsx";
import type { Route } from "./+types/newsletterErased";

const TITLE = "Your Address Is Erased";
const TEXT =
  "We have forgotten your address, your choices and what was sent to you. For a day we keep a code made from the address, by which nobody can have us flood it with mail.";

export const loader = ({ context }: Route.LoaderArgs) => requireNewsletter(context.get(services)).then(() => null);

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
  createHead(root.loaderData, { title: TITLE, description: TEXT, path: "/newsletter/erased", robots: "noindex" });

export default function NewsletterErased() {
  return <Message title={TITLE} text={TEXT} />;
}
