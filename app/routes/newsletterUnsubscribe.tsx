import { data } from "react-router";
import { getReaderTexts } from "../language/readerTexts.ts";
import { createPrivateHead, requireNewsletter } from "../newsletter/newsletterData.ts";
import { UnsubscribePage } from "../newsletter/UnsubscribePage.tsx";
import { services } from "../services.ts";
import type { Route } from "./+types/newsletterUnsubscribe";

/** The page is never cached, since it is only for the holder of the link's token. */
export const handle = { policy: "never" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const newsletter = await requireNewsletter(context.get(services));
  const subscription = await newsletter.subscription(params.token);
  return data({ address: subscription?.address ?? null }, { status: subscription ? 200 : 404 });
}

/**
 * Handles the page's button and the one-click POST of mail programs (RFC 8058). Never redirects, since mail programs do
 * not follow redirects.
 */
export async function action({ context, params }: Route.ActionArgs) {
  const newsletter = await requireNewsletter(context.get(services));
  const isDone = await newsletter.unsubscribe(params.token);
  return data({ isDone }, { status: isDone ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { newsletter } = getReaderTexts(root.loaderData.edition.language);
  return createPrivateHead(root.loaderData, newsletter.unsubscribe, newsletter.unsubscribeDescription);
};

export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  return <UnsubscribePage address={loaderData.address} isDone={actionData?.isDone ?? false} />;
}
