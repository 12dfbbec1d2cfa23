import { getReaderTexts, useReaderTexts } from "../language/readerTexts.ts";
import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import button from "../ui/Button.module.css";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import message from "../ui/Message.module.css";
import { HomeLink } from "../ui/Message.tsx";
import type { Route } from "./+types/newsletterSent";

export const loader = ({ context }: Route.LoaderArgs) => requireNewsletter(context.get(services)).then(() => null);

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { sentTitle: title, sentText: description } = getReaderTexts(root.loaderData.edition.language).newsletter;
  return createHead(root.loaderData, { title, description, path: "/newsletter/sent", robots: "noindex" });
};

/** The page after a sign-up. It is the same for known and unknown addresses, so that nobody can find out who subscribes. */
export default function NewsletterSent() {
  const { newsletter } = useReaderTexts();
  return (
    <section className={message.message}>
      <h1>{newsletter.sentTitle}</h1>
      <p>{newsletter.sentText}</p>
      <p>{newsletter.sentHint}</p>
      <p className={message.actions}>
        <HomeLink />
        <Link className={button.plain} to="/newsletter">
          {newsletter.otherAddress}
        </Link>
      </p>
    </section>
  );
}
