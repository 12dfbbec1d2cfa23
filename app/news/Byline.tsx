import type { ReactNode } from "react";
import { joinByline } from "../../core/byline.ts";
import type { Story } from "../../server/news/views.ts";
import { SaveButton } from "../device/SaveButton.tsx";
import { useTexts } from "../language/texts.ts";
import styles from "./Byline.module.css";

interface BylineProps {
  story: Story;
  /** False on pages that name the story's other publishers in another place. */
  hasOtherSources?: boolean;
  /** False if another element shows the label of a sample. */
  hasSampleLabel?: boolean;
  /** True for a button that saves the story. */
  hasSave?: boolean;
  children?: ReactNode;
}

/** The line under a headline: author and publisher, date and, as `children`, further parts. */
export function Byline({ story, hasOtherSources = true, hasSampleLabel = true, hasSave, children }: BylineProps) {
  const { news } = useTexts();
  const { date, furtherSources, isSample } = story;
  return (
    <p className={styles.byline}>
      <span className={styles.parts}>
        {isSample && hasSampleLabel && (
          <span>
            <SampleLabel />
          </span>
        )}
        <span>{joinByline(story)}</span>
        <time dateTime={date.instant ?? undefined}>{date.text}</time>
        {hasOtherSources && furtherSources.length > 0 && (
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
