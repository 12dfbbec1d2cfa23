import { useTexts } from "../language/texts.ts";
import styles from "./SectionNews.module.css";

/** Replaces the stories of an empty section (specification, section 2). @param text replaces the texts about a failure */
export function EmptySection({ text }: { text?: string | undefined }) {
  const { news } = useTexts();
  return (
    <div className={styles.empty}>
      <h2>{text ?? news.none}</h2>
      {!text && <p>{news.noneHint}</p>}
    </div>
  );
}
