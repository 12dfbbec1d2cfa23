import styles from "./Notice.module.css";

/** A note on the state of the stories. Rendered even without text, so that screen readers announce a later text. */
export function Notice({ text, isUnderByline = false }: { text: string | null; isUnderByline?: boolean }) {
  return (
    <p className={`${styles.notice} ${isUnderByline ? styles.underByline : ""}`} role="status">
      {text}
    </p>
  );
}
