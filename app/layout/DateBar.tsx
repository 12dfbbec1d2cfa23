import type { PublicEdition } from "../../server/editions/public.ts";
import { NavLink } from "../ui/Link.tsx";
import { screensOf } from "../ui/screens.ts";
import styles from "./DateBar.module.css";
import { Emblem } from "./Emblem.tsx";

/** The thin bar over the nameplate: the day, the edition, and from tablets up what is no section. */
export function DateBar({ edition }: { edition: PublicEdition }) {
  return (
    <div className={styles.bar}>
      <div className={styles.inner}>
        <span>{edition.dateBar.dateline}</span>
        <span className={styles.edition}>
          <Emblem emblem={edition.emblem} count={1} />
          {edition.dateBar.edition}
        </span>
        <span className={styles.screens}>
          {screensOf(edition).map(({ label, href, isLive }) => (
            <NavLink key={href} to={href} prefetch="intent" className={isLive ? styles.live : undefined}>
              {label}
            </NavLink>
          ))}
        </span>
      </div>
    </div>
  );
}
