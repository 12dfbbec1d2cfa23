import { data, redirect } from "react-router";
import { getPageTexts } from "../language/pageTexts.ts";
import { UnknownCategory } from "../news/UnknownCategory.tsx";
import { services } from "../services.ts";
import { getUnlistedHead } from "../ui/head.ts";
import type { Route } from "./+types/category";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  const name = params.name.toLowerCase();
  const section = edition.sections.find(({ slug, name: full, shortName }) =>
    [slug, full.toLowerCase(), shortName.toLowerCase()].includes(name),
  );
  if (section) throw redirect(section.href, 301);
  const target = await news.findRedirect(new URL(request.url).pathname);
  if (target !== undefined) throw redirect(target, 301);
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { name, language } = root.loaderData.edition;
  const { category } = getPageTexts(language);
  return getUnlistedHead(`${category.title} | ${name}`, category.unknown(name));
};

export default function Category() {
  return <UnknownCategory />;
}
