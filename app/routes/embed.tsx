import { EmbedPage } from "../embeds/EmbedPage.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/embed";

export function loader({ context }: Route.LoaderArgs) {
  const { edition, siteUrl } = context.get(services);
  return { edition, siteUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { edition, siteUrl } = loaderData;
  return [
    { title: `Put Our News on Your Site | ${edition.name}` },
    { name: "description", content: `Copy the code that shows the latest news from ${edition.name} on your own site.` },
    { tagName: "link", rel: "canonical", href: `${siteUrl}/embed` },
  ];
}

export default function Embeds({ loaderData: { edition, siteUrl } }: Route.ComponentProps) {
  return <EmbedPage edition={edition} siteUrl={siteUrl} />;
}
