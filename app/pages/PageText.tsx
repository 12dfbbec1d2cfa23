import type { StaticPage } from "../../server/editions/pages.ts";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import { Contents } from "./Contents.tsx";
import { PagePart } from "./PagePart.tsx";
import styles from "./PageText.module.css";

/** One of the edition's own pages, with a table of contents where it has one. */
export function PageText({ page }: { page: StaticPage }) {
  const { slug, title, deck, updated, tone, contents, related, parts } = page;
  return (
    <div className={styles.page} data-contents={contents.length > 0 ? "" : undefined}>
      <header className={styles.head}>
        <h1 className={headings.large}>{title}</h1>
        {deck && <p className={headings.deck}>{deck}</p>}
        {updated && (
          <p className={styles.updated}>
            Last updated <time dateTime={updated.day}>{updated.text}</time>
          </p>
        )}
      </header>
      {tone && <img className={styles.skyline} src={`/skyline/${tone}/${slug}.svg`} alt="" width={320} height={180} />}
      {contents.length > 0 && <Contents headings={contents} />}
      <div className={styles.body}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page have an order and nothing else
          <PagePart key={index} part={part} />
        ))}
        {related.length > 0 && (
          <nav className={styles.related} aria-labelledby="related">
            <h2 id="related">Related policies</h2>
            <ul>
              {related.map(({ label, href }) => (
                <li key={href}>
                  <Link to={href}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </div>
  );
}
