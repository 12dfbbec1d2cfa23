import styles from "./Notice.module.css";

/** A note on the state of the stories. Rendered even without text, so that screen readers announce a later text. */
export function Notice({ text }: { text: string | null }) {
  return (
    <p className={styles.notice} role="status">
      {text}
    </p>
  );
}
