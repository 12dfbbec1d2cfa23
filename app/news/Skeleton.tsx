import type { ComponentProps } from "react";
import styles from "./Skeleton.module.css";

/** Bars in place of lines of text, as high as text in the given class. The last bar is short. */
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
