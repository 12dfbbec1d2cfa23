import { getReaderTexts, useReaderTexts } from "../language/readerTexts.ts";
import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { Message } from "../ui/Message.tsx";
import type { Route } from "./+types/newsletterErased";

export const loader = ({ context }: Route.LoaderArgs) => requireNewsletter(context.get(services)).then(() => null);

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { erasedTitle: title, erasedText: description } = getReaderTexts(root.loaderData.edition.language).newsletter;
  return createHead(root.loaderData, { title, description, path: "/newsletter/erased", robots: "noindex" });
};

export default function NewsletterErased() {
  const { newsletter } = useReaderTexts();
  return <Message title={newsletter.erasedTitle} text={newsletter.erasedText} />;
}
