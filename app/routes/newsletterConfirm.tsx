import { data, redirect } from "react-router";
import { getReaderTexts } from "../language/readerTexts.ts";
import { ConfirmPage, getConfirmationTitle } from "../newsletter/ConfirmPage.tsx";
import { createPrivateHead, requireNewsletter } from "../newsletter/newsletterData.ts";
import { services } from "../services.ts";
import type { Route } from "./+types/newsletterConfirm";

const STATUS = { valid: 200, used: 410, expired: 410, unknown: 404 } as const;

/** The page is never cached, since it is only for the holder of the link's token. */
export const handle = { policy: "never" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const newsletter = await requireNewsletter(context.get(services));
  const state = await newsletter.confirmation(params.token);
  return data({ state }, { status: STATUS[state] });
}

export async function action({ context, params }: Route.ActionArgs) {
  const newsletter = await requireNewsletter(context.get(services));
  const { preferences } = await newsletter.confirm(params.token);
  if (preferences !== null) throw redirect(`/newsletter/preferences/${preferences}?done=confirmed`, 303);
  const state = await newsletter.confirmation(params.token);
  return data(null, { status: STATUS[state] });
}

export const meta: Route.MetaFunction = ({ loaderData: { state }, matches: [root] }) => {
  const texts = getReaderTexts(root.loaderData.edition.language);
  return createPrivateHead(root.loaderData, getConfirmationTitle(state, texts), texts.newsletter.confirmDescription);
};

export default function NewsletterConfirm({ loaderData: { state }, matches: [root] }: Route.ComponentProps) {
  return <ConfirmPage state={state} name={root.loaderData.edition.name} />;
}
