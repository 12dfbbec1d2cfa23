import type { Person } from "../../server/editions/pageText.ts";
import styles from "./People.module.css";

/** People without photographs: their initials are set as the nameplate is, the first light and the second bold. */
export function People({ people }: { people: Person[] }) {
  return (
    <ul className={styles.people}>
      {people.map(({ name, title, html }) => {
        const [first, last] = initialsOf(name);
        return (
          <li key={name} className={styles.person}>
            <p className={styles.initials} aria-hidden="true">
              {first}
              <b>{last}</b>
            </p>
            <div>
              <h3>{name}</h3>
              <p className={styles.title}>{title}</p>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the edition's Markdown, made into HTML by server/editions/pageText.ts */}
              <p className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The first letters of the first and the last name; whoever has one name has one letter. */
function initialsOf(name: string): [string, string] {
  const [first = "", ...others] = name.split(/\s+/).map((word) => Array.from(word)[0] ?? "");
  return [first, others.at(-1) ?? ""];
}
