import { PartnerDocuments } from "../partner/PartnerDocuments.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/partner";

export function loader({ context }: Route.LoaderArgs) {
  return { page: context.get(services).partner };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, description } = loaderData.page;
  return createHead(matches[0].loaderData, { title, description, path: "/partner" });
}

export default function Partner({ loaderData: { page } }: Route.ComponentProps) {
  return <PartnerDocuments page={page} />;
}
