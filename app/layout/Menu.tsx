import { useRef } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { useFollowedFirst } from "../device/deviceState.ts";
import { Menu as MenuIcon, X } from "../ui/icons.tsx";
import { NavLink } from "../ui/Link.tsx";
import { getUtilityLinks, myName } from "../ui/screens.ts";
import { useFocusTrap } from "../ui/useFocusTrap.ts";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./Menu.module.css";

/** Id of the menu, which is the popover target of the buttons that open it. */
export const MENU_ID = "menu";

/** A popover with links to all sections. Opens without JavaScript; closes on Escape and on a click outside. */
export function Menu({ edition }: { edition: PublicEdition }) {
  const menu = useRef<HTMLElement>(null);
  useFocusTrap(menu);
  const sections = useFollowedFirst(edition.sections);
  const links = [
    { label: "Home", href: "/" },
    { label: "Search", href: "/search" },
    ...sections.map(({ name, href }) => ({ label: name, href })),
    { label: myName(edition), href: "/saved" },
    ...getUtilityLinks(edition),
  ];
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
          <X />
        </button>
      </div>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <NavLink to={href} end={href === "/"} onClick={() => menu.current?.hidePopover()}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function MenuButton() {
  return (
    <button type="button" className={styles.button} popoverTarget={MENU_ID}>
      <MenuIcon />
      <span className={hidden.visuallyHidden}>Menu</span>
    </button>
  );
}
