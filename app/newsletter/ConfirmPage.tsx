import type { ConfirmationState } from "../../server/newsletter/subscribing/confirmation.ts";
import headings from "../ui/Headings.module.css";
import styles from "./NewsletterPages.module.css";
import { PostButton } from "./PostButton.tsx";
import { SignUpForm } from "./SignUpForm.tsx";

/** Texts for links that cannot confirm a sign-up. */
const INVALID: Record<Exclude<ConfirmationState, "valid">, { title: string; text: string }> = {
  used: {
    title: "This Link Has Already Been Used",
    text: "Each link works once. If the briefing doesn’t arrive, or you’re not sure you’re on the list, sign up again and our email will tell you.",
  },
  expired: {
    title: "This Link Has Expired",
    text: "Each link is good for 48 hours. Sign up again and we’ll email you a new one.",
  },
  unknown: {
    title: "This Link Doesn’t Work",
    text: "Part of it may be missing: copy the whole link from the email and try again. If the email is more than a few days old, sign up again.",
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
        <p className={headings.deck}>Press the button to start getting the daily briefing from {name}.</p>
        <PostButton label="Yes, send me the briefing" isStrong />
        <p className={styles.more}>If you didn’t sign up, close this page and we won’t send anything.</p>
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
