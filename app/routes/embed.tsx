import { throwNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { EmbedPage, hasWalls } from "../walls/EmbedPage.tsx";
import { findWallSection, SECTION_QUERY } from "../walls/wallSection.ts";
import type { Route } from "./+types/embed";

export const handle = { query: SECTION_QUERY };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  if (!hasWalls(edition)) await throwNotFound(news);
  return { section: findWallSection(request, edition) };
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { embed } = getPageTexts(root.loaderData.edition.language);
  const description = embed.description(root.loaderData.edition.name);
  return createHead(root.loaderData, { title: embed.title, description, path: "/embed" });
};

export default function Embed({ loaderData: { section }, matches: [root] }: Route.ComponentProps) {
  const { edition, siteUrl } = root.loaderData;
  return <EmbedPage edition={edition} siteUrl={siteUrl} section={section} />;
}
