import type { FrontPage } from "../../server/news/views.ts";
import { arrangeFrontPage } from "../home/arrangement.ts";
import { writeFrontPage } from "../home/frontPageJson.ts";
import { HomePage } from "../home/HomePage.tsx";
import { getTexts } from "../language/texts.ts";
import { toWebSite } from "../news/structuredData.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/home";

/** Front pages as JSON, each serialized once: the query cache returns the same object until the store changes. */
const jsonByPage = new WeakMap<FrontPage, string>();

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news, markLoading } = context.get(services);
  const page = await news.frontPage();
  const isLoading = page.hero.state === "loading" || page.blocks.some(({ state }) => state === "loading");
  if (isLoading) markLoading();
  // Returns JSON text. The router would encode an object by numbering its values, and such numbers compress badly.
  const toJson = () => writeFrontPage(arrangeFrontPage(page, edition));
  return { json: jsonByPage.getOrInsertComputed(page, toJson), isLoading };
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { edition, siteUrl } = root.loaderData;
  const { name, tagline } = edition;
  return createHead(root.loaderData, {
    title: name,
    wholeTitle: getTexts(edition.language).head.home(name),
    description: tagline,
    path: "/",
    feed: { title: name, base: "" },
    data: [toWebSite(edition, siteUrl)],
  });
};

export default function Home(props: Route.ComponentProps) {
  return <HomePage {...props} />;
}
