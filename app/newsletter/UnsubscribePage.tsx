import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import styles from "./Newsletter.module.css";

interface UnsubscribePageProps {
  /** Enough of the address to know it by; null where the link is nobody's. */
  address: string | null;
  isDone: boolean;
}

/** Where the foot of every issue leads, and where mail programs post their one click. */
export function UnsubscribePage({ address, isDone }: UnsubscribePageProps) {
  if (address === null) return <NobodysLink />;
  return (
    <div className={styles.page}>
      <h1>{isDone ? "You Are Off the List" : "Unsubscribe"}</h1>
      <p className={headings.deck}>
        {isDone
          ? `No further briefing is sent to ${address}. One that is on its way at this moment may still arrive.`
          : `Press the button, and no further briefing is sent to ${address}.`}
      </p>
      {!isDone && (
        <form method="post">
          <button type="submit" className={`${button.strong} ${styles.button}`}>
            Unsubscribe
          </button>
        </form>
      )}
    </div>
  );
}

/** What a link is answered with whose owner there is not, or not any more. */
export function NobodysLink() {
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
