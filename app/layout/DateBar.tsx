import type { PublicEdition } from "../../server/editions/public.ts";
import { NavLink } from "../ui/Link.tsx";
import { getUtilityLinks } from "../ui/screens.ts";
import styles from "./DateBar.module.css";
import { Emblem } from "./Emblem.tsx";

/** The thin bar above the nameplate: date, edition and, from tablets up, the utility links. */
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
          {getUtilityLinks(edition).map(({ label, href, isLive }) => (
            <NavLink key={href} to={href} className={isLive ? styles.live : undefined}>
              {label}
            </NavLink>
          ))}
        </span>
      </div>
    </div>
  );
}
