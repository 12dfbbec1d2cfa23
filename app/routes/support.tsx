import { SupportPage } from "../donation/SupportPage.tsx";
import { notFound } from "../notFound.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/support";

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  if (!edition.donation) throw await notFound(news);
  return { name: edition.name, donation: edition.donation };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, donation } = loaderData;
  return [
    { title: `${donation.title} | ${name}` },
    { name: "description", content: donation.text },
    { tagName: "link", rel: "canonical", href: `${matches[0].loaderData.siteUrl}/support` },
  ];
}

export default function Support({ loaderData: { donation } }: Route.ComponentProps) {
  return <SupportPage donation={donation} />;
}
