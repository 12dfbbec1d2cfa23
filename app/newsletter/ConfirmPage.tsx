import type { ConfirmationState } from "../../server/newsletter/subscribing/confirmation.ts";
import headings from "../ui/Headings.module.css";
import styles from "./NewsletterPages.module.css";
import { PostButton } from "./PostButton.tsx";
import { SignUpForm } from "./SignUpForm.tsx";

/** Texts for links that cannot confirm a sign-up. */
const INVALID: Record<Exclude<ConfirmationState, "valid">, { title: string; text: string }> = {
  used: {
    title: "This Link Was Used Already",
    text: "Each link confirms once, and this one has. If the briefing does not come, or you are not sure, sign up again: the mail that you then get says how things stand.",
  },
  expired: {
    title: "This Link Has Expired",
    text: "It was good for 48 hours. Nothing was sent and nothing is lost: sign up again, and a new link is on its way.",
  },
  unknown: {
    title: "We Do Not Know This Link",
    text: "Perhaps a part of it was lost on the way: please copy the whole of it from the mail. Or it is so old that we have forgotten it. Then sign up again.",
  },
};

export function getConfirmationTitle(state: ConfirmationState): string {
  return state === "valid" ? "One More Step" : INVALID[state].title;
}

/** The page that a confirmation mail links to. Only the button confirms, since mail scanners open every link. */
export function ConfirmPage({ state, name }: { state: ConfirmationState; name: string }) {
  if (state === "valid")
    return (
      <div className={styles.page}>
        <h1>{getConfirmationTitle(state)}</h1>
        <p className={headings.deck}>Press the button, and the daily briefing of {name} comes to your address.</p>
        <PostButton label="Yes, send me the briefing" isStrong />
        <p className={styles.more}>If you did not ask for it, close this page. Nothing will be sent.</p>
      </div>
    );
  return (
    <div className={styles.page}>
      <h1>{getConfirmationTitle(state)}</h1>
      <p className={headings.deck}>{INVALID[state].text}</p>
      <div className={styles.form}>
        <SignUpForm place="page" />
      </div>
    </div>
  );
}
