import type { PublicEdition } from "../../server/editions/public.ts";
import { SIGN_UP_ID } from "../newsletter/HomeSignUp.tsx";
import { SearchLink } from "../search/SearchLink.tsx";
import { User } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { myName } from "../ui/screens.ts";
import { Emblem } from "./Emblem.tsx";
import styles from "./Masthead.module.css";
import { MenuButton } from "./MenuButton.tsx";
import { Nameplate } from "./Nameplate.tsx";

/** The nameplate with its mark, the search, what is the reader's own, the way to the briefing, and the menu's button where no bar of sections has it. */
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
        <Link className={styles.home} to="/" prefetch="intent" aria-label={`${edition.name}, home page`}>
          <Nameplate edition={edition} />
        </Link>
        <div className={styles.tools}>
          <Link className={styles.account} to="/saved" prefetch="intent" aria-label={myName(edition)}>
            <User aria-hidden="true" size={20} strokeWidth={1.8} />
          </Link>
          {edition.signUp && (
            <Link className={styles.subscribe} to={`/#${SIGN_UP_ID}`}>
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
