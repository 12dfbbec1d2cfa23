import { useId, useSyncExternalStore } from "react";
import { getTexts } from "../texts/texts.ts";
import { getTheme, setTheme, subscribeToTheme, THEMES } from "./deviceSettings.ts";
import css from "./ThemeChoice.module.css";

export function ThemeChoice() {
  const current = useSyncExternalStore(subscribeToTheme, getTheme);
  // Gives each instance its own group of radio buttons, since the menu and the account screen may be open together.
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
