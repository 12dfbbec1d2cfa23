import { PartnerDocuments } from "../partner/PartnerDocuments.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/partner";

export function loader({ context }: Route.LoaderArgs) {
  const { partner, edition, siteUrl } = context.get(services);
  return { page: partner, name: edition.name, siteUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { page, name, siteUrl } = loaderData;
  return [
    { title: `${page.title} | ${name}` },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: `${siteUrl}/partner` },
  ];
}

export default function Partner({ loaderData: { page } }: Route.ComponentProps) {
  return <PartnerDocuments page={page} />;
}
