import type { ReactNode, Ref } from "react";
import styles from "./Placeholder.module.css";

interface RoomProps {
  /** Where it is given, the room is as wide as its place and keeps the proportion of width and height. */
  width?: number | undefined;
  /** In pixels. */
  height: number;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Holds a place free for what comes later, so that nothing moves when it comes. It grows where its content needs more. An
 * empty drawing holds it open: sizes that editions choose are in no style sheet.
 */
export function Room({ width, height, children, ref }: RoomProps) {
  const size = width ? { viewBox: `0 0 ${width} ${height}`, width: "100%" } : { width: 1, height };
  return (
    <div className={styles.room} ref={ref} tabIndex={-1}>
      <svg className={styles.size} aria-hidden="true" {...size} />
      {children}
    </div>
  );
}
