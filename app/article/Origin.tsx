import { useTexts } from "../language/texts.ts";
import button from "../ui/Button.module.css";
import { ExternalLink } from "../ui/icons.tsx";
import styles from "./ArticleText.module.css";

interface SummaryNoteProps {
  publisher: string;
  /** True if the page shows an excerpt, false if it shows only the headline. */
  hasExcerpt: boolean;
  /** URL of the full story; null if the feed has none. */
  href: string | null;
}

/** Says that the page shows only a summary or a headline. Has a link to the full story, or the publisher's name. */
export function SummaryNote({ publisher, hasExcerpt, href }: SummaryNoteProps) {
  const { article } = useTexts();
  return (
    <div className={styles.summary}>
      <p>
        {hasExcerpt ? article.excerptOnly : article.headlineOnly}
        {!href && ` ${article.fullStoryAt(publisher)}`}
      </p>
      {href && (
        <a className={button.strong} href={href}>
          {article.continueAt(publisher)}
          <ExternalLink size={16} />
        </a>
      )}
    </div>
  );
}

/** Note on a sample's page that the story is invented. */
export function SampleNote({ text }: { text: string }) {
  return (
    <div className={styles.summary}>
      <p>{text}</p>
    </div>
  );
}

/** Link to the original, under a story that the site shows in full. */
export function OriginalLink({ publisher, href }: { publisher: string; href: string }) {
  const { article } = useTexts();
  return (
    <p className={styles.original}>
      <a className={button.filling} href={href}>
        {article.originalAt(publisher)}
        <ExternalLink size={16} />
      </a>
    </p>
  );
}
