import { useTexts } from "../language/texts.ts";
import button from "../ui/Button.module.css";
import { ExternalLink } from "../ui/icons.tsx";
import styles from "./ArticleText.module.css";

interface SummaryProps {
  publisher: string;
  /** True if the page shows an excerpt, false if it shows only the headline. */
  hasExcerpt: boolean;
  /** URL of the full story; null if the feed has none. */
  href: string | null;
}

/** Tells readers where the rest of a story is, if the site prints only a part of it. */
export function Summary({ publisher, hasExcerpt, href }: SummaryProps) {
  const { article } = useTexts();
  return (
    <div className={styles.summary}>
      <p>{hasExcerpt ? article.excerptOnly(publisher) : article.headlineOnly(publisher)}</p>
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
export function SampleNote() {
  const { news } = useTexts();
  return (
    <div className={styles.summary}>
      <p>{news.sampleNote}</p>
    </div>
  );
}

/** Link under a story that the site prints in full. */
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
