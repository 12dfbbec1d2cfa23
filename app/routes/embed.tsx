import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { EmbedPage } from "../walls/EmbedPage.tsx";
import { findWallSection, SECTION_QUERY } from "../walls/wallSection.ts";
import type { Route } from "./+types/embed";

export const handle = { query: SECTION_QUERY };

export function loader({ context, request }: Route.LoaderArgs) {
  return { section: findWallSection(request, context.get(services).edition) };
}

export function meta({ matches }: Route.MetaArgs) {
  const { edition } = matches[0].loaderData;
  return createHead(matches[0].loaderData, {
    title: "Put Our News on Your Site",
    description: `Copy the code that shows the latest news from ${edition.name} on your own site.`,
    path: "/embed",
  });
}

export default function Embeds({ loaderData, matches }: Route.ComponentProps) {
  const { edition, siteUrl } = matches[0].loaderData;
  return <EmbedPage edition={edition} siteUrl={siteUrl} section={loaderData.section} />;
}
