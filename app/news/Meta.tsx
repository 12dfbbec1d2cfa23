import type { ReactNode } from "react";
import type { Story } from "../../server/news/views.ts";
import styles from "./Meta.module.css";

/** The line under a headline: byline, date, and what else is to be said. */
export function Meta({ story, children }: { story: Story; children?: ReactNode }) {
  const { author, date } = story;
  return (
    <p className={styles.meta}>
      <span className={styles.parts}>
        <span>{author}</span>
        <time dateTime={date.instant ?? undefined}>{date.text}</time>
        {children}
      </span>
    </p>
  );
}
