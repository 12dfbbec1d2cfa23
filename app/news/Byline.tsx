import type { ReactNode } from "react";
import type { Story } from "../../server/news/views.ts";
import styles from "./Byline.module.css";

interface MetaProps {
  story: Story;
  /** Whether it names the others that tell the same story; the story's own page lists them. */
  namesFurther?: boolean;
  children?: ReactNode;
}

/** The line under a headline: byline, date, and what else is to be said. */
export function Meta({ story, namesFurther = true, children }: MetaProps) {
  const { author, date, furtherSources } = story;
  return (
    <p className={styles.meta}>
      <span className={styles.parts}>
        <span>{author}</span>
        <time dateTime={date.instant ?? undefined}>{date.text}</time>
        {namesFurther && furtherSources.length > 0 && (
          <span>Also from {furtherSources.map(({ publisher }) => publisher).join(", ")}</span>
        )}
        {children}
      </span>
    </p>
  );
}
