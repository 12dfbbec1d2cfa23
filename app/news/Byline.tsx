import type { ReactNode } from "react";
import { joinByline } from "../../core/byline.ts";
import type { Story } from "../../server/news/views.ts";
import { SaveButton } from "../device/SaveButton.tsx";
import { useTexts } from "../language/texts.ts";
import styles from "./Byline.module.css";

interface BylineProps {
  story: Story;
  /** False on pages that name the story's other publishers elsewhere. */
  namesFurther?: boolean;
  /** False if a sample's label is shown elsewhere. */
  marksSample?: boolean;
  /** True for a button that saves the story. */
  hasSave?: boolean;
  children?: ReactNode;
}

/** The line under a headline: author and publisher, date and further parts. */
export function Byline({ story, namesFurther = true, marksSample = true, hasSave, children }: BylineProps) {
  const { news } = useTexts();
  const { date, furtherSources, isSample } = story;
  return (
    <p className={styles.byline}>
      <span className={styles.parts}>
        {isSample && marksSample && (
          <span>
            <SampleLabel />
          </span>
        )}
        <span>{joinByline(story)}</span>
        <time dateTime={date.instant ?? undefined}>{date.text}</time>
        {namesFurther && furtherSources.length > 0 && (
          <span>{news.alsoFrom(furtherSources.map(({ publisher }) => publisher).join(", "))}</span>
        )}
        {children}
      </span>
      {hasSave && <SaveButton story={story} />}
    </p>
  );
}

/** Label that marks a story as invented. */
export function SampleLabel() {
  const { news } = useTexts();
  return <strong className={styles.sample}>{news.sample}</strong>;
}
