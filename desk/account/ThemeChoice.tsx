import { useState } from "react";
import { getTexts } from "../texts/texts.ts";
import { getTheme, setTheme, THEMES } from "./deviceSettings.ts";
import css from "./ThemeChoice.module.css";

/** The theme of this device: light, dark, or as the device is set. */
export function ThemeChoice() {
  const [current, setCurrent] = useState(getTheme);
  const texts = getTexts().account.theme;
  return (
    <fieldset className={css.choice}>
      <legend>{texts.title}</legend>
      {THEMES.map((theme) => (
        <label key={theme}>
          <input
            type="radio"
            name="theme"
            checked={theme === current}
            onChange={() => {
              setCurrent(theme);
              void setTheme(theme);
            }}
          />
          {texts[theme]}
        </label>
      ))}
    </fieldset>
  );
}
