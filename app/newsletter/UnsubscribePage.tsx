import headings from "../ui/Headings.module.css";
import styles from "./NewsletterPages.module.css";
import { PostButton } from "./PostButton.tsx";

/** The page before and after unsubscribing. `address` is masked; null if the link belongs to no subscriber. */
export function UnsubscribePage({ address, isDone }: { address: string | null; isDone: boolean }) {
  if (address === null) return <InvalidLinkPage />;
  return (
    <div className={styles.page}>
      <h1>{isDone ? "You’re Unsubscribed" : "Unsubscribe"}</h1>
      <p className={headings.deck}>
        {isDone
          ? `We won’t send any more briefings to ${address}. One that is already on its way may still arrive.`
          : `Press the button to stop the briefing to ${address}.`}
      </p>
      {!isDone && <PostButton label="Unsubscribe" isStrong />}
    </div>
  );
}

/** Replaces the page of a link that belongs to no subscriber, or no longer does. */
export function InvalidLinkPage() {
  return (
    <div className={styles.page}>
      <h1>This Link Doesn’t Work</h1>
      <p className={headings.deck}>
        It doesn’t match any address on our list. If you erased yours, there is nothing left to do, and we won’t send
        you anything. If not, copy the whole link from the bottom of any issue.
      </p>
    </div>
  );
}
