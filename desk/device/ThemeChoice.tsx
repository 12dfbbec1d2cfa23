import { useId, useSyncExternalStore } from "react";
import { getTexts } from "../texts/texts.ts";
import { getTheme, setTheme, subscribeToTheme, THEMES } from "./deviceSettings.ts";
import css from "./ThemeChoice.module.css";

/** The theme of this device: light, dark, or as the device is set. */
export function ThemeChoice() {
  const current = useSyncExternalStore(subscribeToTheme, getTheme);
  // The choice may be in the document twice, in the menu and on the account's screen.
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
