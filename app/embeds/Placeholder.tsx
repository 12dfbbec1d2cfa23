import type { ReactNode, Ref } from "react";
import styles from "./Placeholder.module.css";

interface PlaceholderProps {
  /** If set, the placeholder is as wide as its column, and `width` and `height` only give its aspect ratio. */
  width?: number | undefined;
  /** Height of the placeholder, in pixels; if `width` is given, in the unit of `width`. */
  height: number;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Reserves space for content that appears later. The space is an empty SVG, since a style sheet cannot contain the
 * sizes that editions set.
 */
export function Placeholder({ width, height, children, ref }: PlaceholderProps) {
  const size = width ? { viewBox: `0 0 ${width} ${height}`, width: "100%" } : { width: 1, height };
  return (
    <div className={styles.placeholder} ref={ref} tabIndex={-1}>
      <svg className={styles.size} data-unprinted="" aria-hidden="true" {...size} />
      {children}
    </div>
  );
}
