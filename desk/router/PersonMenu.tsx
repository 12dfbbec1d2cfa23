import { useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { ThemeChoice } from "../device/ThemeChoice.tsx";
import { useSingleKey } from "../device/useSingleKey.ts";
import { useEdition, useMe } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import css from "./PersonMenu.module.css";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";

/** Shows the person's name as the button of a menu: account, theme, shortcuts and signing out. */
export function PersonMenu() {
  const { name } = useMe();
  const { role } = useEdition();
  const texts = getTexts().shell;
  // The story screen lists its shortcuts in a dialog of its own.
  const hasShortcuts = !useLocation().pathname.startsWith("/story/");
  const popover = useRef<HTMLDivElement>(null);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  useSingleKey("?", () => setShowsShortcuts(true));
  const close = () => popover.current?.hidePopover();
  return (
    <div className={css.person}>
      <button type="button" className={css.name} popoverTarget="person">
        <span>{name}</span>
      </button>
      <div ref={popover} id="person" popover="auto" className={css.menu}>
        <p className={css.role}>{texts.roles[role]}</p>
        <Link to="/account" onClick={close}>
          {texts.account}
        </Link>
        {hasShortcuts && (
          <button
            type="button"
            className={css.shortcuts}
            onClick={() => {
              close();
              setShowsShortcuts(true);
            }}
          >
            {texts.shortcuts}
            <kbd>?</kbd>
          </button>
        )}
        <ThemeChoice />
        <form method="post" action="/sign-out">
          <Button type="submit">{texts.signOut}</Button>
        </form>
      </div>
      {showsShortcuts && <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />}
    </div>
  );
}
