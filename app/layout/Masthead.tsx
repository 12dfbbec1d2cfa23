import type { PublicEdition } from "../../server/editions/public.ts";
import { SIGN_UP_ID } from "../newsletter/HomeSignUp.tsx";
import { Emblem } from "./Emblem.tsx";
import { Link } from "./Link.tsx";
import styles from "./Masthead.module.css";
import { MenuButton } from "./MenuButton.tsx";
import { Nameplate } from "./Nameplate.tsx";

/** The nameplate with its mark, the way to the briefing, and the menu's button where no bar of sections has it. */
export function Masthead({ edition }: { edition: PublicEdition }) {
  return (
    <div className={styles.masthead}>
      <div className={styles.inner}>
        <div className={styles.menu}>
          <MenuButton />
        </div>
        <Link className={styles.home} to="/" prefetch="intent" aria-label={`${edition.name}, home page`}>
          <Nameplate edition={edition} />
        </Link>
        {edition.signUp && (
          <Link className={styles.subscribe} to={`/#${SIGN_UP_ID}`}>
            Subscribe
          </Link>
        )}
      </div>
      <div className={styles.emblem}>
        <Emblem emblem={edition.emblem} />
      </div>
    </div>
  );
}
