import type { PublicEdition } from "../../server/editions/public.ts";
import { SIGN_UP_ID } from "../newsletter/HomeSignUp.tsx";
import { SearchLink } from "../search/SearchLink.tsx";
import { User } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { myName } from "../ui/screens.ts";
import { Emblem } from "./Emblem.tsx";
import styles from "./Masthead.module.css";
import { MenuButton } from "./Menu.tsx";
import { Nameplate } from "./Nameplate.tsx";

/** The nameplate with its emblem, the search, the reader's own page, the newsletter and, below 1024 px, the menu. */
export function Masthead({ edition }: { edition: PublicEdition }) {
  return (
    <div className={styles.masthead}>
      <div className={styles.inner}>
        <div className={styles.left}>
          <span className={styles.menu}>
            <MenuButton />
          </span>
          <SearchLink />
        </div>
        <Link className={styles.home} to="/" aria-label={`${edition.name}, home page`}>
          <Nameplate edition={edition} />
        </Link>
        <div className={styles.tools}>
          <Link className={styles.account} to="/saved" aria-label={myName(edition)}>
            <User size={20} />
          </Link>
          {edition.signUp && (
            <Link className={styles.subscribe} to={`/#${SIGN_UP_ID}`} prefetch="none">
              Subscribe
            </Link>
          )}
        </div>
      </div>
      <div className={styles.emblem}>
        <Emblem emblem={edition.emblem} />
      </div>
    </div>
  );
}
