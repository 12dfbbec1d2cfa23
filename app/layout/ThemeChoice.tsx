import { useEffect, useState } from "react";
import styles from "./ThemeChoice.module.css";
import { chooseTheme, readTheme, THEMES, type Theme } from "./theme.ts";

const NAMES: Record<Theme, string> = { system: "As the device", light: "Light", dark: "Dark" };

/** Light, dark, or as the device has it. Without JavaScript it is not there, and the page follows the device. */
export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme | null>(null);
  useEffect(() => setTheme(readTheme()), []);
  if (!theme) return null;
  return (
    <fieldset className={styles.choice}>
      <legend>Colors</legend>
      {THEMES.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            value={name}
            checked={theme === name}
            onChange={() => {
              chooseTheme(name);
              setTheme(name);
            }}
          />
          <span>{NAMES[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}
