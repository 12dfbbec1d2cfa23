import type { ArticlePage } from "../../server/news/views.ts";
import { useTexts } from "../language/texts.ts";
import styles from "./ArticleText.module.css";

/**
 * The corrections of a staff story, directly under its text, so that they are seen even by readers who scroll no
 * further.
 */
export function Corrections({ corrections }: Pick<ArticlePage, "corrections">) {
  const { article } = useTexts();
  if (corrections.length === 0) return null;
  return (
    <section className={styles.sources} aria-labelledby="corrections">
      <h2 id="corrections">{article.corrections(corrections.length)}</h2>
      <ul>
        {corrections.map(({ text, date }) => (
          <li key={date.instant}>
            <time dateTime={date.instant}>{date.text}</time>: {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
