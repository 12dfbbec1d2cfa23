import type { BooksPage } from "../../server/editions/books.ts";
import button from "../ui/Button.module.css";
import styles from "./BooksBanner.module.css";

const HEADING_ID = "books-banner";

/** Promotes an institution, with links to its site. */
export function BooksBanner({ banner }: { banner: BooksPage["banner"] }) {
  const { label, heading, text, links, points } = banner;
  return (
    <aside className={styles.banner} aria-labelledby={HEADING_ID}>
      <div className={styles.words}>
        <div>
          <p className={styles.label}>{label}</p>
          <h2 id={HEADING_ID} className={styles.heading}>
            {heading}
          </h2>
        </div>
        <div>
          <p className={styles.text}>{text}</p>
          <p className={styles.links}>
            {links.map((link, index) => (
              <a
                key={link.href}
                className={index === 0 ? button.strong : button.plain}
                href={link.href}
                target="_blank"
                rel="noopener"
              >
                {link.label}
              </a>
            ))}
          </p>
        </div>
      </div>
      {points.length > 0 && (
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </aside>
  );
}
