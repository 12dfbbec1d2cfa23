import type { PublicEdition } from "../../server/editions/public.ts";
import { SearchLink } from "../search/SearchLink.tsx";
import { Emblem } from "./Emblem.tsx";
import { Link } from "./Link.tsx";
import styles from "./Masthead.module.css";
import { MenuButton } from "./MenuButton.tsx";
import { Nameplate } from "./Nameplate.tsx";

/** The nameplate with its mark, the search, and the menu's button where no bar of sections has it. */
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
      </div>
      <div className={styles.emblem}>
        <Emblem emblem={edition.emblem} />
      </div>
    </div>
  );
}
