import styles from "./Skeleton.module.css";

/** Bars in place of lines of text, with the height of the text around them. The last one is short. */
export function Skeleton({ lines }: { lines: number }) {
  return Array.from({ length: lines }, (_, index) => index).map((index) => (
    <span key={index} className={styles.line}>
      {"\u00a0"}
    </span>
  ));
}
