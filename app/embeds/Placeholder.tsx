import type { ReactNode, Ref } from "react";
import styles from "./Placeholder.module.css";

interface PlaceholderProps {
  /** If given, the placeholder is as wide as its column and keeps the ratio of width and height. */
  width?: number | undefined;
  /** In pixels. */
  height: number;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** Reserves space for later content by an empty SVG: editions choose the sizes, so that no style sheet has them. */
export function Placeholder({ width, height, children, ref }: PlaceholderProps) {
  const size = width ? { viewBox: `0 0 ${width} ${height}`, width: "100%" } : { width: 1, height };
  return (
    <div className={styles.placeholder} ref={ref} tabIndex={-1}>
      <svg className={styles.size} aria-hidden="true" {...size} />
      {children}
    </div>
  );
}
