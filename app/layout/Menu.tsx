import { useRef } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { useFollowedFirst } from "../device/useFollowedFirst.ts";
import { X } from "../ui/icons.tsx";
import { NavLink } from "../ui/Link.tsx";
import { myName, screensOf } from "../ui/screens.ts";
import { useHeldFocus } from "../ui/useFocusTrap.ts";
import styles from "./Menu.module.css";

/** By which buttons name the menu that they open. */
export const MENU_ID = "menu";

/**
 * The full list of sections. It is a popover of the browser's own: it opens without JavaScript, and closes on Escape and on
 * a click outside. The focus is held in it while it is open, and goes back to the button that opened it.
 */
export function Menu({ edition }: { edition: PublicEdition }) {
  const menu = useRef<HTMLElement>(null);
  useHeldFocus(menu);
  const sections = useFollowedFirst(edition.sections);
  const close = () => menu.current?.hidePopover();
  return (
    <nav ref={menu} id={MENU_ID} popover="auto" className={styles.menu} aria-label="All sections">
      <div className={styles.head}>
        <p>Sections</p>
        <button
          type="button"
          className={styles.close}
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
          aria-label="Close the menu"
        >
          <X aria-hidden="true" size={24} strokeWidth={1.8} />
        </button>
      </div>
      <ul>
        <li>
          <NavLink to="/" end onClick={close} prefetch="intent">
            Home
          </NavLink>
        </li>
        <li>
          <NavLink to="/search" onClick={close} prefetch="intent">
            Search
          </NavLink>
        </li>
        {sections.map(({ slug, href, name }) => (
          <li key={slug}>
            <NavLink to={href} onClick={close} prefetch="intent">
              {name}
            </NavLink>
          </li>
        ))}
        <li>
          <NavLink to="/saved" onClick={close} prefetch="intent">
            {myName(edition)}
          </NavLink>
        </li>
        {screensOf(edition).map(({ label, href }) => (
          <li key={href}>
            <NavLink to={href} onClick={close} prefetch="intent">
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
