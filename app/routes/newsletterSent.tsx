import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import button from "../ui/Button.module.css";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import message from "../ui/Message.module.css";
import { HomeLink } from "../ui/Message.tsx";
import type { Route } from "./+types/newsletterSent";

const TITLE = "Check Your Email";
const TEXT =
  "We’ve sent a link to the address you gave us. Open it within 48 hours and press the button on the page. We won’t send anything else until you do.";

export const loader = ({ context }: Route.LoaderArgs) => requireNewsletter(context.get(services)).then(() => null);

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
  createHead(root.loaderData, { title: TITLE, description: TEXT, path: "/newsletter/sent", robots: "noindex" });

/** The page after a sign-up. Identical for known and unknown addresses, so that nobody can probe for subscribers. */
export default function NewsletterSent() {
  return (
    <section className={message.message}>
      <h1>{TITLE}</h1>
      <p>{TEXT}</p>
      <p>If it hasn’t arrived in 10 minutes, check your spam folder, then sign up again.</p>
      <p className={message.actions}>
        <HomeLink />
        <Link className={button.plain} to="/newsletter">
          Use another address
        </Link>
      </p>
    </section>
  );
}
