import { SAMPLE_NOTE } from "../../core/credit.ts";
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

/** Tells readers of a story that the site prints only in part where the rest is. */
export function Summary({ publisher, hasExcerpt, href }: SummaryProps) {
  return (
    <div className={styles.summary}>
      <p>{`${hasExcerpt ? "This is a summary." : "Only the headline appears here."} The full story is at ${publisher}.`}</p>
      {href && (
        <a className={button.strong} href={href}>
          {`Continue reading at ${publisher}`}
          <ExternalLink size={16} />
        </a>
      )}
    </div>
  );
}

/** Note on a sample's page that the story is invented. */
export function SampleNote() {
  return (
    <div className={styles.summary}>
      <p>{SAMPLE_NOTE}</p>
    </div>
  );
}

/** Link under a story that the site prints in full. */
export function OriginalLink({ publisher, href }: { publisher: string; href: string }) {
  return (
    <p className={styles.original}>
      <a className={button.filling} href={href}>
        {`Read the original at ${publisher}`}
        <ExternalLink size={16} />
      </a>
    </p>
  );
}
