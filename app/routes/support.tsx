import { SupportPage } from "../donation/SupportPage.tsx";
import { throwNotFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/support";

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, news } = context.get(services);
  return { donation: edition.donation ?? (await throwNotFound(news)) };
}

export const meta: Route.MetaFunction = ({ loaderData: { donation }, matches: [root] }) =>
  createHead(root.loaderData, { title: donation.title, description: donation.text, path: "/support" });

export default function Support(props: Route.ComponentProps) {
  return <SupportPage {...props} />;
}
