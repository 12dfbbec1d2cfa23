import { throwNotFound } from "../errors/notFound.ts";
import { PartnerPage } from "../partner/PartnerPage.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/partner";

export async function loader({ context }: Route.LoaderArgs) {
  const { partner, news } = context.get(services);
  return { page: partner ?? (await throwNotFound(news)) };
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) =>
  createHead(root.loaderData, { title: page.title, description: page.description, path: "/partner" });

export default function Partner(props: Route.ComponentProps) {
  return <PartnerPage {...props} />;
}
