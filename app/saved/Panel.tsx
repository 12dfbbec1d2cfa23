import type { ReactNode } from "react";
import styles from "./SavedPage.module.css";

interface PanelProps {
  id: string;
  title: string;
  hint?: ReactNode;
  /** Lets scripts focus the heading. */
  isFocusable?: boolean;
  children: ReactNode;
}

export function Panel({ id, title, hint, isFocusable = false, children }: PanelProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading} tabIndex={isFocusable ? -1 : undefined}>
        {title}
      </h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}
