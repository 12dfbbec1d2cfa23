import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./Emblem.module.css";

interface EmblemProps {
  emblem: PublicEdition["emblem"];
  /** Number of marks in the row; by default the edition's own. */
  count?: number;
}

/** The edition's mark. */
export function Emblem({ emblem, count = emblem?.count }: EmblemProps) {
  if (!emblem) return null;
  return (
    <span className={styles.row} aria-hidden="true">
      {Array.from({ length: count ?? 0 }, (_, index) => index).map((index) => (
        <svg key={index} className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
          <path d={emblem.path} />
        </svg>
      ))}
    </span>
  );
}
