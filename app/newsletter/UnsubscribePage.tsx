import { useReaderTexts } from "../language/readerTexts.ts";
import headings from "../ui/Headings.module.css";
import styles from "./NewsletterPages.module.css";
import { PostButton } from "./PostButton.tsx";

/** The page before and after unsubscribing. `address` is masked; null if the link belongs to no subscriber. */
export function UnsubscribePage({ address, isDone }: { address: string | null; isDone: boolean }) {
  const { newsletter } = useReaderTexts();
  if (address === null) return <InvalidLinkPage />;
  return (
    <div className={styles.page}>
      <h1>{isDone ? newsletter.unsubscribed : newsletter.unsubscribe}</h1>
      <p className={headings.deck}>
        {isDone ? newsletter.unsubscribedText(address) : newsletter.unsubscribeText(address)}
      </p>
      {!isDone && <PostButton label={newsletter.unsubscribe} isStrong />}
    </div>
  );
}

/** The page for an unsubscribe or preferences link that belongs to no current subscriber. */
export function InvalidLinkPage() {
  const { newsletter } = useReaderTexts();
  return (
    <div className={styles.page}>
      <h1>{newsletter.unknown.title}</h1>
      <p className={headings.deck}>{newsletter.invalid}</p>
    </div>
  );
}
