import type { Faq as FaqPage } from "../../server/editions/faq.ts";
import { Faq } from "../faq/Faq.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/faq";

export function loader({ context }: Route.LoaderArgs) {
  return { faq: context.get(services).faq };
}

export function meta({ loaderData: { faq }, matches }: Route.MetaArgs) {
  const { title, description } = faq;
  return createHead(matches[0].loaderData, { title, description, path: "/faq", data: [toStructuredData(faq)] });
}

/** Returns the questions and answers as schema.org's FAQPage. */
function toStructuredData({ categories }: FaqPage): object {
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

export default function FaqRoute({ loaderData: { faq } }: Route.ComponentProps) {
  return <Faq faq={faq} />;
}
