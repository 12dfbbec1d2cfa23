import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import emblemStyles from "./Emblem.module.css";
import styles from "./Nameplate.module.css";

/** The edition's name: its logo, or else the first part in regular weight and the second in bold. */
export function Nameplate({ edition: { nameplate, look } }: { edition: PublicEdition }) {
  if (look.hasLogo) return <span className={styles.logo} />;
  return (
    <span className={styles.plate}>
      <span className={styles.first}>{nameplate.first} </span>
      {nameplate.second}
    </span>
  );
}

/** The edition's emblem, if any, repeated in a row as often as the edition sets; only once if `isSingle`. */
export function Emblem({ emblem, isSingle = false }: { emblem: PublicEdition["emblem"]; isSingle?: boolean }) {
  if (!emblem) return null;
  return (
    <span className={emblemStyles.row} aria-hidden="true">
      {Array.from({ length: isSingle ? 1 : emblem.count }, (_, index) => index).map((index) => (
        <svg key={index} className={emblemStyles.mark} viewBox="0 0 24 24" aria-hidden="true">
          <path d={emblem.path} />
        </svg>
      ))}
    </span>
  );
}
