import { CHOICES, type Chosen, choose } from "../ui/theme.ts";
import { useChoice } from "../ui/useStoredChoice.ts";
import styles from "./ThemeChoice.module.css";

const LABELS: Record<Chosen<"theme">, string> = { system: "As the device", light: "Light", dark: "Dark" };

/** Light, dark, or as the device. Without JavaScript it is absent, and the page follows the device. */
export function ThemeChoice() {
  const theme = useChoice("theme");
  if (!theme) return null;
  return (
    <fieldset className={styles.choice}>
      <legend>Colors</legend>
      {CHOICES.theme.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            value={name}
            checked={theme === name}
            onChange={() => choose("theme", name)}
          />
          <span>{LABELS[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}
