import styles from "./Notice.module.css";

/** A note on the state of the stories. It renders without text, too, so that screen readers announce a later text. */
export function Notice({ text }: { text: string | null }) {
  return (
    <p className={styles.notice} role="status">
      {text}
    </p>
  );
}
