import { Faq } from "../faq/Faq.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/faq";

export function loader({ context }: Route.LoaderArgs) {
  const { edition, faq } = context.get(services);
  return { name: edition.name, faq };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { name, faq } = loaderData;
  return [
    { title: `${faq.title} | ${name}` },
    { name: "description", content: faq.description },
    { tagName: "link", rel: "canonical", href: `${matches[0].loaderData.siteUrl}/faq` },
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        mainEntity: faq.categories
          .flatMap(({ entries }) => entries)
          .map(({ question, html }) => ({
            "@type": "Question",
            name: question,
            acceptedAnswer: { "@type": "Answer", text: html },
          })),
      },
    },
  ];
}

export default function FaqRoute({ loaderData: { faq } }: Route.ComponentProps) {
  return <Faq faq={faq} />;
}
