import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./Nameplate.module.css";

/** The edition's name, its first part in regular weight and its second in bold. */
export function Nameplate({ edition }: { edition: PublicEdition }) {
  return (
    <span className={styles.plate}>
      <span className={styles.first}>{edition.nameplate.first} </span>
      {edition.nameplate.second}
    </span>
  );
}
