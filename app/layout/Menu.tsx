import { useRef } from "react";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { useFollowedFirst } from "../device/deviceState.ts";
import { useTexts } from "../language/texts.ts";
import { RadioLink } from "../radio/RadioLink.tsx";
import { Menu as MenuIcon, X } from "../ui/icons.tsx";
import { NavLink } from "../ui/Link.tsx";
import { getUtilityLinks } from "../ui/siteLinks.ts";
import { useFocusTrap } from "../ui/useFocusTrap.ts";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./Menu.module.css";

/** Id of the menu, for buttons that open the menu as their popover. */
export const MENU_ID = "menu";

/** A popover with links to all sections. Opens without JavaScript; closes on Escape or a click outside. */
export function Menu({ edition }: { edition: PublicEdition }) {
  const { frame } = useTexts();
  const menu = useRef<HTMLElement>(null);
  useFocusTrap(menu);
  const sections = useFollowedFirst(edition.sections);
  const close = () => menu.current?.hidePopover();
  const links: ReturnType<typeof getUtilityLinks> = [
    { label: frame.home, href: "/" },
    { label: frame.search, href: "/search" },
    ...sections.map(({ name, href }) => ({ label: name, href })),
    { label: frame.myPage(edition.nameplate.second), href: "/saved" },
    ...getUtilityLinks(edition),
  ];
  return (
    <nav ref={menu} id={MENU_ID} popover="auto" className={styles.menu} aria-label={frame.allSections}>
      <div className={styles.head}>
        <p>{frame.sections}</p>
        <button
          type="button"
          className={styles.close}
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
          aria-label={frame.closeMenu}
        >
          <X />
        </button>
      </div>
      <ul>
        {links.map(({ label, href, isRadio }) => (
          <li key={href}>
            {isRadio ? (
              <RadioLink onClick={close}>{label}</RadioLink>
            ) : (
              <NavLink to={href} end={href === "/"} onClick={close}>
                {label}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function MenuButton() {
  const { frame } = useTexts();
  return (
    <button type="button" className={styles.button} popoverTarget={MENU_ID}>
      <MenuIcon />
      <span className={hidden.visuallyHidden}>{frame.menu}</span>
    </button>
  );
}
