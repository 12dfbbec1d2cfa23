import { EmbedPage } from "../embeds/EmbedPage.tsx";
import { headOf } from "../layout/head.ts";
import type { Route } from "./+types/embed";

export function meta({ matches }: Route.MetaArgs) {
  const { edition } = matches[0].loaderData;
  return headOf(matches[0].loaderData, {
    title: "Put Our News on Your Site",
    description: `Copy the code that shows the latest news from ${edition.name} on your own site.`,
    path: "/embed",
  });
}

export default function Embeds({ matches }: Route.ComponentProps) {
  return <EmbedPage {...matches[0].loaderData} />;
}
