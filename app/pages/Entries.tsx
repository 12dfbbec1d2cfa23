import type { Entry } from "../../server/editions/pageText.ts";
import { Html } from "../ui/Html.tsx";
import styles from "./Entries.module.css";

const NO_LINE_BEGINS_WITH_A_DOT = "\u00A0· ";

/** Years, openings, awards: a line each, with what stands before it in a column of its own. */
export function Entries({ entries }: { entries: Entry[] }) {
  return (
    <ul className={styles.entries}>
      {entries.map(({ label, title, note, html }) => (
        <li key={`${label} ${title}`} className={styles.entry} data-labelled={label ? "" : undefined}>
          {label && <p className={styles.label}>{label}</p>}
          <div>
            <h3>{title}</h3>
            {note && <p className={styles.note}>{note.replaceAll(" · ", NO_LINE_BEGINS_WITH_A_DOT)}</p>}
            <Html as="p" className={styles.text} html={html} />
          </div>
        </li>
      ))}
    </ul>
  );
}
