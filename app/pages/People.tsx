import type { Person } from "../../server/editions/pageText.ts";
import { Html } from "../ui/Html.tsx";
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
              <Html as="p" className={styles.text} html={html} />
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
