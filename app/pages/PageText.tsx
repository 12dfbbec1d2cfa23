import type { StaticPage } from "../../server/editions/pages/pages.ts";
import type { ClosedEntries, PageEntry, PagePart, PagePerson } from "../../server/editions/pages/pageText.ts";
import { RichText } from "../language/RichText.tsx";
import { useTexts } from "../language/texts.ts";
import headings from "../ui/Headings.module.css";
import { Html } from "../ui/Html.tsx";
import { Link } from "../ui/Link.tsx";
import prose from "../ui/Prose.module.css";
import { useIllustration } from "../ui/useIllustration.ts";
import { Contents } from "./Contents.tsx";
import lists from "./PagePart.module.css";
import styles from "./PageText.module.css";

/** One of the edition's own pages, with its table of contents, if any. */
export function PageText({ page }: { page: StaticPage }) {
  const texts = useTexts().page;
  const { slug, title, deck, updated, tone, contents, related, parts } = page;
  const illustrate = useIllustration();
  return (
    <div className={styles.page} data-contents={contents.length > 0 ? "" : undefined}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {deck && <p className={headings.deck}>{deck}</p>}
        {updated && (
          <p className={styles.updated}>
            <RichText
              text={texts.updated}
              parts={[
                <time key="date" dateTime={updated.day}>
                  {updated.text}
                </time>,
              ]}
            />
          </p>
        )}
      </header>
      {tone && (
        <img
          className={styles.skyline}
          data-unprinted=""
          src={illustrate(slug, tone)}
          alt=""
          width={320}
          height={180}
        />
      )}
      {contents.length > 0 && <Contents headings={contents} />}
      <div className={styles.body}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page have an order and nothing else
          <Part key={index} part={part} />
        ))}
        {related.length > 0 && (
          <nav className={styles.related} aria-labelledby="related">
            <h2 id="related">{texts.related}</h2>
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

/** A part of a page: running text, or a kind of list that Markdown lacks. */
function Part({ part }: { part: PagePart }) {
  if (part.kind === "people") return <People people={part.people} />;
  if (part.kind === "entries")
    return (
      <>
        {part.entries.length > 0 && <Entries entries={part.entries} />}
        {part.closed && <Closed closed={part.closed} />}
      </>
    );
  return <Html className={`${prose.prose} ${styles.text}`} html={part.html} />;
}

/** A folded list of entries whose last day is over, such as job postings. */
function Closed({ closed: { title, entries, none } }: { closed: ClosedEntries }) {
  return (
    <>
      {none && <p className={lists.description}>{none}</p>}
      <details>
        <summary className={headings.name}>{title}</summary>
        <Entries entries={entries} />
      </details>
    </>
  );
}

/** People with initials in place of photos. The first initial is light and the second is bold, as in the nameplate. */
function People({ people }: { people: PagePerson[] }) {
  return (
    <ul className={lists.people}>
      {people.map(({ name, title, html }) => {
        const [first, last] = getInitials(name);
        return (
          <li key={name} className={lists.person}>
            <p className={lists.initials} aria-hidden="true">
              {first}
              <b>{last}</b>
            </p>
            <div>
              <h3>{name}</h3>
              <p className={lists.title}>{title}</p>
              <Html as="p" className={lists.description} html={html} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the initials of the first and the last name; the second is "" for a single name. */
function getInitials(name: string): [string, string] {
  const [first = "", ...others] = name.split(/\s+/).map((word) => Array.from(word)[0] ?? "");
  return [first, others.at(-1) ?? ""];
}

/** A dot with a no-break space, so that no line begins with the dot. */
const UNBREAKABLE_DOT = "\u00A0· ";

/** A list of years, job openings or awards, one per row. A label, if there is one, has its own column. */
function Entries({ entries }: { entries: PageEntry[] }) {
  return (
    <ul className={lists.entries}>
      {entries.map(({ label, title, note, html }) => (
        <li key={`${label} ${title}`} className={lists.entry} data-labelled={label ? "" : undefined}>
          {label && <p className={lists.label}>{label}</p>}
          <div>
            <h3>{title}</h3>
            {note && <p className={lists.note}>{note.replaceAll(" · ", UNBREAKABLE_DOT)}</p>}
            <Html as="p" className={lists.description} html={html} />
          </div>
        </li>
      ))}
    </ul>
  );
}
