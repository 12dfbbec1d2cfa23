import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./Nameplate.module.css";

/** The edition's name as it is set: the first part regular, the second bold. */
export function Nameplate({ edition }: { edition: PublicEdition }) {
  return (
    <span className={styles.plate}>
      <span className={styles.first}>{edition.nameplate.first} </span>
      {edition.nameplate.second}
    </span>
  );
}
