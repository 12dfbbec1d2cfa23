import { useLocation } from "react-router";
import type { PublicEdition } from "../../server/editions/public.ts";
import { Link, NavLink } from "../ui/Link.tsx";
import { useScrolledPast } from "../ui/useScrolledPast.ts";
import { MENU_ID } from "./Menu.tsx";
import { MenuButton } from "./MenuButton.tsx";
import { Nameplate } from "./Nameplate.tsx";
import styles from "./SectionBar.module.css";

/** Specification, section 9: from how many pixels on the home page counts as scrolled. */
const SCROLLED_AT = 100;

/**
 * The sections in a row, from tablets up. Once the home page is scrolled, the small nameplate stands before them; on a phone,
 * where there is no row, it then stands at the top with the menu's button.
 */
export function SectionBar({ edition }: { edition: PublicEdition }) {
  const isScrolled = useScrolledPast(SCROLLED_AT);
  const isHome = useLocation().pathname === "/";
  return (
    <nav className={styles.bar} aria-label="Sections" data-condensed={isHome && isScrolled ? "" : undefined}>
      <div className={styles.inner}>
        <span className={styles.menu}>
          <MenuButton />
        </span>
        <Link className={styles.home} to="/" prefetch="intent" aria-hidden="true" tabIndex={-1}>
          <Nameplate edition={edition} />
        </Link>
        {edition.navigation.map(({ slug, href, shortName }) => (
          <NavLink key={slug} className={styles.link} to={href} prefetch="intent">
            {shortName}
          </NavLink>
        ))}
        <button type="button" className={`${styles.link} ${styles.more}`} popoverTarget={MENU_ID}>
          More
        </button>
      </div>
    </nav>
  );
}
