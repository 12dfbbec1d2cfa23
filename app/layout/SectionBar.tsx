import { useLocation } from "react-router";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { useTexts } from "../language/texts.ts";
import { Link, NavLink } from "../ui/Link.tsx";
import { subscribeTo, useBrowserValue } from "../ui/useBrowserValue.ts";
import { MENU_ID, MenuButton } from "./Menu.tsx";
import { Nameplate } from "./Nameplate.tsx";
import styles from "./SectionBar.module.css";

/** Scroll position, in px. Past it, the home page's bar is condensed (specification, section 9). */
const CONDENSED_PAST_PX = 100;

const subscribeToScroll = subscribeTo("scroll");

/** A row of sections, hidden on phones. On the scrolled home page, it has the nameplate and is visible on phones. */
export function SectionBar({ edition }: { edition: PublicEdition }) {
  const { frame } = useTexts();
  const isScrolled = useBrowserValue(subscribeToScroll, () => window.scrollY > CONDENSED_PAST_PX, false);
  const isHome = useLocation().pathname === "/";
  return (
    <nav
      className={styles.bar}
      data-unprinted=""
      aria-label={frame.sections}
      data-condensed={isHome && isScrolled ? "" : undefined}
    >
      <div className={styles.inner}>
        <span className={styles.menu}>
          <MenuButton />
        </span>
        <Link className={styles.home} to="/" aria-hidden="true" tabIndex={-1}>
          <Nameplate edition={edition} />
        </Link>
        {edition.navigation.map(({ slug, href, shortName }) => (
          <NavLink key={slug} className={styles.link} to={href}>
            {shortName}
          </NavLink>
        ))}
        <button type="button" className={`${styles.link} ${styles.more}`} popoverTarget={MENU_ID}>
          {frame.more}
        </button>
      </div>
    </nav>
  );
}
