import { Menu as MenuIcon } from "lucide-react";
import { Link } from "react-router";
import type { PublicEdition } from "../../server/editions/public.ts";
import { Emblem } from "./Emblem.tsx";
import styles from "./Masthead.module.css";
import { MENU_ID } from "./Menu.tsx";
import { Nameplate } from "./Nameplate.tsx";

/** The nameplate with its mark. What leads to screens that are still to come gets its place left and right of it. */
export function Masthead({ edition }: { edition: PublicEdition }) {
  return (
    <div className={styles.masthead}>
      <div className={styles.inner}>
        <div className={styles.left}>
          <button type="button" className={styles.menu} popoverTarget={MENU_ID}>
            <MenuIcon aria-hidden="true" size={24} strokeWidth={1.8} />
            <span className={styles.hidden}>Menu</span>
          </button>
        </div>
        <Link className={styles.home} to="/" prefetch="intent" aria-label={`${edition.name}, home page`}>
          <Nameplate edition={edition} />
        </Link>
        <div className={styles.right} />
      </div>
      <div className={styles.emblem}>
        <Emblem emblem={edition.emblem} />
      </div>
    </div>
  );
}
