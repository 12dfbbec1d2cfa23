import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { Message } from "../ui/Message.tsx";
import type { Route } from "./+types/newsletterErased";

const TITLE = "Your Address Has Been Erased";
const TEXT =
  "We have deleted your address, your choices and the record of what we sent you. For one day we keep a code made from the address, so that no one can use our form to flood it with email.";

export const loader = ({ context }: Route.LoaderArgs) => requireNewsletter(context.get(services)).then(() => null);

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
  createHead(root.loaderData, { title: TITLE, description: TEXT, path: "/newsletter/erased", robots: "noindex" });

export default function NewsletterErased() {
  return <Message title={TITLE} text={TEXT} />;
}
