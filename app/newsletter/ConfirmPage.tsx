import type { ReaderTexts } from "../../core/language/en/reader.ts";
import type { ConfirmationState } from "../../server/newsletter/subscribing/confirmation.ts";
import { useReaderTexts } from "../language/readerTexts.ts";
import headings from "../ui/Headings.module.css";
import styles from "./NewsletterPages.module.css";
import { PostButton } from "./PostButton.tsx";
import { SignUpForm } from "./SignUpForm.tsx";

export function getConfirmationTitle(
  state: ConfirmationState,
  { newsletter }: Pick<ReaderTexts, "newsletter">,
): string {
  return state === "valid" ? newsletter.confirmTitle : newsletter[state].title;
}

/** The page that a confirmation mail links to. Only the button confirms, since mail scanners open every link. */
export function ConfirmPage({ state, name }: { state: ConfirmationState; name: string }) {
  const texts = useReaderTexts();
  const { newsletter } = texts;
  if (state === "valid")
    return (
      <div className={styles.page}>
        <h1>{getConfirmationTitle(state, texts)}</h1>
        <p className={headings.deck}>{newsletter.confirm(name)}</p>
        <PostButton label={newsletter.confirmButton} isStrong />
        <p className={styles.more}>{newsletter.confirmNot}</p>
      </div>
    );
  return (
    <div className={styles.page}>
      <h1>{getConfirmationTitle(state, texts)}</h1>
      <p className={headings.deck}>{newsletter[state].text}</p>
      <div className={styles.form}>
        <SignUpForm place="page" />
      </div>
    </div>
  );
}
