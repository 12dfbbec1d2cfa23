import type { ComponentProps } from "react";
import styles from "./Skeleton.module.css";

/** Bars in place of lines of text. They are as high as text with the given `className`. The last bar is short. */
export function Skeleton({ lines, ...props }: { lines: number } & ComponentProps<"div">) {
  return (
    <div {...props}>
      {Array.from({ length: lines }, (_, index) => index).map((index) => (
        <span key={index} className={styles.line}>
          {"\u00a0"}
        </span>
      ))}
    </div>
  );
}
