import styles from "./Notice.module.css";

/** A note on the state of the stories. Rendered even without text, so that screen readers announce a later text. */
export function Notice({ text, place = "notice" }: { text: string | null; place?: "notice" | "underByline" | "top" }) {
  return (
    <p className={styles[place]} role="status">
      {text}
    </p>
  );
}
