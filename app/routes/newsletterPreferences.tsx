import { data, redirect } from "react-router";
import { getReaderTexts } from "../language/readerTexts.ts";
import { createPrivateHead, requireNewsletter } from "../newsletter/newsletterData.ts";
import { PreferencesPage } from "../newsletter/PreferencesPage.tsx";
import { InvalidLinkPage } from "../newsletter/UnsubscribePage.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/newsletterPreferences";

/** The page is never cached, since it is only for the holder of the link's token. */
export const handle = { policy: "never" };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { edition } = context.get(services);
  const newsletter = await requireNewsletter(context.get(services));
  const subscription = await newsletter.subscription(params.token);
  const sections = edition.sections.filter(({ slug }) => slug !== edition.embeds.events?.section);
  const done = new URL(request.url).searchParams.get("done");
  return data({ subscription, sections, done }, { status: subscription ? 200 : 404 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const newsletter = await requireNewsletter(context.get(services));
  const change = await newsletter.change(params.token, request);
  if (change.done === null) return data(change, { status: change.status });
  if (change.done === "erased") throw redirect("/newsletter/erased", 303);
  throw redirect(`/newsletter/preferences/${params.token}?done=${change.done}`, 303);
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { newsletter } = getReaderTexts(root.loaderData.edition.language);
  return createPrivateHead(root.loaderData, newsletter.preferences, newsletter.preferencesDescription);
};

export default function NewsletterPreferences({ loaderData, actionData }: Route.ComponentProps) {
  const { subscription, sections, done } = loaderData;
  if (!subscription) return <InvalidLinkPage />;
  return <PreferencesPage subscription={subscription} sections={sections} done={done} rejection={actionData} />;
}
