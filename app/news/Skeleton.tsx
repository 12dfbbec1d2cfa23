import styles from "./Skeleton.module.css";

/** Bars in place of lines of text that are still to come, as high as the text around them. The last one is short. */
export function Bones({ lines }: { lines: number }) {
  return Array.from({ length: lines }, (_, place) => place).map((place) => (
    <span key={place} className={styles.line}>
      {"\u00a0"}
    </span>
  ));
}
