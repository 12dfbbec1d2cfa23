import type { StaticPage } from "../../server/editions/pages.ts";
import type { PagePart } from "../../server/editions/pageText.ts";
import headings from "../ui/Headings.module.css";
import { Html } from "../ui/Html.tsx";
import { Link } from "../ui/Link.tsx";
import prose from "../ui/Prose.module.css";
import { Contents } from "./Contents.tsx";
import { Entries } from "./Entries.tsx";
import styles from "./PageText.module.css";
import { People } from "./People.tsx";

/** One of the edition's own pages, with the table of contents beside it where it asks for one. */
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
      {tone && <img className={styles.picture} src={`/skyline/${tone}/${slug}.svg`} alt="" width={320} height={180} />}
      {contents.length > 0 && <Contents headings={contents} />}
      <div className={styles.body}>
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page have an order and nothing else
          <Part key={place} part={part} />
        ))}
        {related.length > 0 && (
          <nav className={styles.related} aria-labelledby="related">
            <h2 id="related">Related policies</h2>
            <ul>
              {related.map(({ label, href }) => (
                <li key={href}>
                  <Link to={href} prefetch="intent">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </div>
  );
}

function Part({ part }: { part: PagePart }) {
  if (part.kind === "people") return <People people={part.people} />;
  if (part.kind === "entries") return <Entries entries={part.entries} />;
  return <Html className={`${prose.prose} ${styles.text}`} html={part.html} />;
}
