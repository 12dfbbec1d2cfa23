import type { Faq as FaqFile } from "../../server/editions/pages/faq.ts";
import { throwNotFound } from "../errors/notFound.ts";
import { FaqPage } from "../faq/FaqPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/faq";

export async function loader({ context }: Route.LoaderArgs) {
  const { faq, news } = context.get(services);
  return { faq: faq ?? (await throwNotFound(news)) };
}

export const meta: Route.MetaFunction = ({ loaderData: { faq }, matches: [root] }) =>
  createHead(root.loaderData, {
    title: faq.title,
    description: faq.description,
    path: "/faq",
    data: [toStructuredData(faq)],
  });

/** Returns the questions and answers as a schema.org FAQPage. */
function toStructuredData({ categories }: FaqFile): object {
  const entries = categories.flatMap((category) => category.entries);
  return {
    "@type": "FAQPage",
    mainEntity: entries.map(({ question, html }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: html },
    })),
  };
}

export default function Faq(props: Route.ComponentProps) {
  return <FaqPage {...props} />;
}
