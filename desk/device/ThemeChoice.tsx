import { useId, useSyncExternalStore } from "react";
import { getTexts } from "../texts/texts.ts";
import { getTheme, setTheme, subscribeToTheme, THEMES } from "./deviceSettings.ts";
import css from "./ThemeChoice.module.css";

/** Choice of the theme on this device: light, dark, or the setting of the system. */
export function ThemeChoice() {
  const current = useSyncExternalStore(subscribeToTheme, getTheme);
  // Uses a unique name for the group of radio buttons, since the choice may be in the document twice: in the menu and
  // on the account screen.
  const group = useId();
  const texts = getTexts().account.theme;
  return (
    <fieldset className={css.choice}>
      <legend>{texts.title}</legend>
      {THEMES.map((theme) => (
        <label key={theme}>
          <input type="radio" name={group} checked={theme === current} onChange={() => void setTheme(theme)} />
          {texts[theme]}
        </label>
      ))}
    </fieldset>
  );
}
