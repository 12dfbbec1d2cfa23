import headings from "../ui/Headings.module.css";
import styles from "./NewsletterPages.module.css";
import { PostButton } from "./PostButton.tsx";

/** The page before and after unsubscribing. `address` is masked; null if the link belongs to no subscriber. */
export function UnsubscribePage({ address, isDone }: { address: string | null; isDone: boolean }) {
  if (address === null) return <InvalidLinkPage />;
  return (
    <div className={styles.page}>
      <h1>{isDone ? "You Are Off the List" : "Unsubscribe"}</h1>
      <p className={headings.deck}>
        {isDone
          ? `No further briefing is sent to ${address}. One that is on its way at this moment may still arrive.`
          : `Press the button, and no further briefing is sent to ${address}.`}
      </p>
      {!isDone && <PostButton label="Unsubscribe" isStrong />}
    </div>
  );
}

/** Replaces the page of a link that belongs to no subscriber, or no longer does. */
export function InvalidLinkPage() {
  return (
    <div className={styles.page}>
      <h1>This Link Is Nobody’s</h1>
      <p className={headings.deck}>
        It belongs to no address on our list. If you had yours erased, there is nothing left to change, and nothing is
        sent to you. If not, please copy the whole link from the foot of any issue.
      </p>
    </div>
  );
}
