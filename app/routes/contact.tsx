import { data, redirect } from "react-router";
import { ContactPage } from "../contact/ContactPage.tsx";
import { throwNotFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import type { Route } from "./+types/contact";

/** Query parameter with the slug of the story that a message is about. */
const STORY = "story";

/** Query parameter that opens the form for a takedown request without a given story. Its only value is TAKEDOWN. */
const SUBJECT = "subject";

const TAKEDOWN = "takedown";

const SLUG = /^[\p{L}\p{N}-]{1,200}$/u;

export const handle = {
  query: {
    [STORY]: (value: string) => SLUG.test(value),
    [SUBJECT]: (value: string) => value === TAKEDOWN,
  },
  // A cached form for each story would displace other pages from the cache.
  policy: (query: URLSearchParams) => (query.has(STORY) ? "fleeting" : undefined),
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { contact, news } = context.get(services);
  const { page } = contact ?? (await throwNotFound(news));
  const query = new URL(request.url).searchParams;
  const slug = query.get(STORY) ?? "";
  const found = SLUG.test(slug) ? await news.article(slug) : undefined;
  const story = found && !found.isTakenDown ? found.story : null;
  const isTakedown = story !== null || query.get(SUBJECT) === TAKEDOWN;
  return { page, story: story && { slug, title: story.title }, isTakedown };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { contact, news } = context.get(services);
  const receipt = await (contact ?? (await throwNotFound(news))).receive(request);
  // Without a fragment in the redirect, browsers would add the form's fragment to the new URL.
  if (receipt.isAccepted) throw redirect("/contact/sent#sent", 303);
  return data(receipt, { status: receipt.status });
}

export const meta: Route.MetaFunction = ({ loaderData: { page }, matches: [root] }) =>
  createHead(root.loaderData, { title: page.title, description: page.description, path: "/contact" });

export default function Contact(props: Route.ComponentProps) {
  return <ContactPage {...props} />;
}
