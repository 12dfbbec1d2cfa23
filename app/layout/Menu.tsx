import { X } from "lucide-react";
import { useRef } from "react";
import { Link, NavLink } from "react-router";
import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./Menu.module.css";
import { screensOf } from "./screens.ts";

/** By which buttons name the menu that they open. */
export const MENU_ID = "menu";

/**
 * The full list of sections. It is a popover of the browser's own: it opens without JavaScript, closes on Escape and on a
 * click outside, and gives the focus back to the button that opened it.
 */
export function Menu({ edition }: { edition: PublicEdition }) {
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  return (
    <nav ref={menu} id={MENU_ID} popover="auto" className={styles.menu} aria-label="All sections">
      <div className={styles.head}>
        <h2>Sections</h2>
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
          <Link to="/" onClick={close} prefetch="intent">
            Home
          </Link>
        </li>
        {edition.sections.map(({ slug, href, name }) => (
          <li key={slug}>
            <NavLink to={href} onClick={close} prefetch="intent">
              {name}
            </NavLink>
          </li>
        ))}
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
