import { throwNotFound } from "../errors/notFound.ts";
import { getPageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { TakedownsPage } from "../takedowns/TakedownsPage.tsx";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/takedowns";

/** Matches valid page numbers in addresses, from 2. The address of the first page has no number. */
const NUMBER = /^([2-9]|[1-9]\d{1,4})$/;

export const handle = { query: { page: (value: string) => NUMBER.test(value) } };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { takedowns, news } = context.get(services);
  const requested = new URL(request.url).searchParams.get("page") ?? "";
  const page = await takedowns.page(NUMBER.test(requested) ? Number(requested) : 1);
  return page ?? (await throwNotFound(news));
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { takedowns } = getPageTexts(root.loaderData.edition.language);
  return createHead(root.loaderData, {
    title: takedowns.title,
    description: takedowns.description(root.loaderData.edition.name),
    path: "/takedowns",
    robots: "noindex",
  });
};

export default function Takedowns(props: Route.ComponentProps) {
  return <TakedownsPage {...props} />;
}
