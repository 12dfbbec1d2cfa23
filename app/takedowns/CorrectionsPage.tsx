import { articlePath } from "../../core/addresses.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import type { Route } from "../routes/+types/corrections";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./TakedownPages.module.css";

/** The newest corrections of the edition's staff stories. */
export function CorrectionsPage({ loaderData: { corrections }, matches: [root] }: Route.ComponentProps) {
  const { edition } = root.loaderData;
  const texts = usePageTexts().corrections;
  return (
    <section className={styles.page}>
      <h1 className={headings.marked}>{texts.title}</h1>
      <p className={styles.intro}>{texts.intro(edition.name)}</p>
      {corrections.length === 0 ? (
        <p className={styles.empty}>{texts.none}</p>
      ) : (
        <ol className={styles.list}>
          {corrections.map(({ text, slug, title, date }) => (
            <li key={`${slug} ${date.instant}`}>
              <p className={styles.title} dir="auto">
                <Link to={articlePath(slug)}>{title}</Link>
              </p>
              <p className={styles.meta}>
                <time dateTime={date.instant}>{date.text}</time>
              </p>
              <p className={styles.reason}>{text}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
