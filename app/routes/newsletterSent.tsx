import { getReaderTexts } from "../language/readerTexts.ts";
import { requireNewsletter } from "../newsletter/newsletterData.ts";
import { SentPage } from "../newsletter/SentPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/newsletterSent";

export const loader = ({ context }: Route.LoaderArgs) => requireNewsletter(context.get(services)).then(() => null);

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { sentTitle: title, sentText: description } = getReaderTexts(root.loaderData.edition.language).newsletter;
  return createHead(root.loaderData, { title, description, path: "/newsletter/sent", robots: "noindex" });
};

export default function NewsletterSent() {
  return <SentPage />;
}
