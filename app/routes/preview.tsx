import { redirect } from "react-router";
import { articlePath } from "../../core/addresses.ts";
import { getMarkedTitle } from "../../core/byline.ts";
import { ArticlePage } from "../article/ArticlePage.tsx";
import { throwNotFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import { getUnlistedHead } from "../ui/head.ts";
import type { Route } from "./+types/preview";

/** The page is never cached, since it is only for those who know its address. */
export const handle = { policy: "never" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { news } = context.get(services);
  const found = (await news.preview(params.key)) ?? (await throwNotFound(news));
  if ("publishedSlug" in found) throw redirect(articlePath(found.publishedSlug));
  return { page: found.page };
}

export const meta: Route.MetaFunction = ({ loaderData: { page } }) =>
  getUnlistedHead(getMarkedTitle(page.story), page.story.deck);

export default function Preview({ loaderData: { page }, matches: [root] }: Route.ComponentProps) {
  return <ArticlePage page={page} leads={[]} site={root.loaderData} isPreview />;
}
