import { SupportPage } from "../donation/SupportPage.tsx";
import { notFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/support";

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  if (!edition.donation) throw await notFound(news);
  return { donation: edition.donation };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title, text } = loaderData.donation;
  return createHead(matches[0].loaderData, { title, description: text, path: "/support" });
}

export default function Support({ loaderData: { donation } }: Route.ComponentProps) {
  return <SupportPage donation={donation} />;
}
