import { Link } from "react-router";
import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./DateBar.module.css";
import { Emblem } from "./Emblem.tsx";

/** The thin bar over the nameplate: the day, the edition, and what is beside the news. */
export function DateBar({ edition }: { edition: PublicEdition }) {
  return (
    <div className={styles.bar}>
      <div className={styles.inner}>
        <span>{edition.dateBar.dateline}</span>
        <span className={styles.edition}>
          <Emblem emblem={edition.emblem} count={1} />
          {edition.dateBar.edition}
        </span>
        <span className={styles.links}>
          <Link to="/rss.xml" prefetch="intent">
            RSS
          </Link>
        </span>
      </div>
    </div>
  );
}
