import type { ReactNode } from "react";
import styles from "./SavedPage.module.css";

interface PanelProps {
  id: string;
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** A part of the reader's own page. Scripts can move the focus to the heading. */
export function Panel({ id, title, hint, children }: PanelProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading} tabIndex={-1}>
        {title}
      </h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}
