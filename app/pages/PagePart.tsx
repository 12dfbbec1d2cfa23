import type { Entry, PagePart as PagePartView, Person } from "../../server/editions/pageText.ts";
import { Html } from "../ui/Html.tsx";
import prose from "../ui/Prose.module.css";
import styles from "./PagePart.module.css";
import page from "./PageText.module.css";

/** A part of a page: running text, or one of the lists that Markdown has no form for. */
export function PagePart({ part }: { part: PagePartView }) {
  if (part.kind === "people") return <People people={part.people} />;
  if (part.kind === "entries") return <Entries entries={part.entries} />;
  return <Html className={`${prose.prose} ${page.text}`} html={part.html} />;
}

/** People without photographs: their initials are set like the nameplate, the first light and the second bold. */
function People({ people }: { people: Person[] }) {
  return (
    <ul className={styles.people}>
      {people.map(({ name, title, html }) => {
        const [first, last] = getInitials(name);
        return (
          <li key={name} className={styles.person}>
            <p className={styles.initials} aria-hidden="true">
              {first}
              <b>{last}</b>
            </p>
            <div>
              <h3>{name}</h3>
              <p className={styles.title}>{title}</p>
              <Html as="p" className={styles.description} html={html} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the first letters of the first and the last name, the second empty for a single name. */
function getInitials(name: string): [string, string] {
  const [first = "", ...others] = name.split(/\s+/).map((word) => Array.from(word)[0] ?? "");
  return [first, others.at(-1) ?? ""];
}

/** Keeps the dot on the line of the text before it. */
const UNBREAKABLE_DOT = "\u00A0· ";

/** Years, job openings, awards: a row each, with the label in a column of its own. */
function Entries({ entries }: { entries: Entry[] }) {
  return (
    <ul className={styles.entries}>
      {entries.map(({ label, title, note, html }) => (
        <li key={`${label} ${title}`} className={styles.entry} data-labelled={label ? "" : undefined}>
          {label && <p className={styles.label}>{label}</p>}
          <div>
            <h3>{title}</h3>
            {note && <p className={styles.note}>{note.replaceAll(" · ", UNBREAKABLE_DOT)}</p>}
            <Html as="p" className={styles.description} html={html} />
          </div>
        </li>
      ))}
    </ul>
  );
}
