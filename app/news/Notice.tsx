import styles from "./Notice.module.css";

/** What readers are told of the state of what they see. The place for it is there before the words, so that they are read aloud. */
export function Notice({ text }: { text: string | null }) {
  return (
    <p className={styles.notice} role="status">
      {text}
    </p>
  );
}
