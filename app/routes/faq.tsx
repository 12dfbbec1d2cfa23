import { Faq } from "../faq/Faq.tsx";
import { faqData } from "../faq/faqData.ts";
import { services } from "../services.ts";
import { headOf } from "../ui/head.ts";
import type { Route } from "./+types/faq";

export function loader({ context }: Route.LoaderArgs) {
  return { faq: context.get(services).faq };
}

export function meta({ loaderData: { faq }, matches }: Route.MetaArgs) {
  const { title, description } = faq;
  return headOf(matches[0].loaderData, { title, description, path: "/faq", data: [faqData(faq)] });
}

export default function FaqRoute({ loaderData: { faq } }: Route.ComponentProps) {
  return <Faq faq={faq} />;
}
