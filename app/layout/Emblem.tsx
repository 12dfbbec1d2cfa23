import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./Emblem.module.css";

interface EmblemProps {
  emblem: PublicEdition["emblem"];
  /** How often it is drawn; as often as the edition says where left out. */
  count?: number;
}

/** The edition's mark. */
export function Emblem({ emblem, count = emblem?.count }: EmblemProps) {
  if (!emblem) return null;
  return (
    <span className={styles.row} aria-hidden="true">
      {Array.from({ length: count ?? 0 }, (_, place) => place).map((place) => (
        <svg key={place} className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
          <path d={emblem.path} />
        </svg>
      ))}
    </span>
  );
}
