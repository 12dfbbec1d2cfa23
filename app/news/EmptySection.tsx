import { useTexts } from "../language/texts.ts";
import styles from "./SectionNews.module.css";

/** Message that there are no stories (specification, section 2). @param text shown instead of the default texts */
export function EmptySection({ text }: { text?: string | undefined }) {
  const { news } = useTexts();
  return (
    <div className={styles.empty}>
      <h2>{text ?? news.none}</h2>
      {!text && <p>{news.noneHint}</p>}
    </div>
  );
}
