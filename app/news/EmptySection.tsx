import { useTexts } from "../language/texts.ts";
import styles from "./SectionNews.module.css";

/** Replaces the stories of an empty section (specification, section 2). */
export function EmptySection() {
  const { news } = useTexts();
  return (
    <div className={styles.empty}>
      <h2>{news.none}</h2>
      <p>{news.noneHint}</p>
    </div>
  );
}
