import { type ReactNode, useId } from "react";
import { useReaderTexts } from "../language/readerTexts.ts";
import { useTexts } from "../language/texts.ts";
import { useRadioIfAny } from "../radio/useRadio.tsx";
import { changeSetting, SETTINGS, type SettingName, type SettingValue, useSetting } from "../ui/readerSettings.ts";
import { Panel } from "./Panel.tsx";
import styles from "./SavedPage.module.css";

/** A label for each value of a setting. */
type Labels<Name extends SettingName> = Record<SettingValue<Name>, string>;

/** Settings of this device that apply to every page. */
export function ReadingSettings() {
  const { theme } = useTexts();
  const { saved } = useReaderTexts();
  const hasRadio = useRadioIfAny() !== null;
  return (
    <Panel id="settings" title={saved.settings}>
      <SettingField name="text" legend={saved.textSize} labels={saved.text} />
      <p className={styles.sample} data-reading="">
        {saved.sample}
      </p>
      <SettingField name="theme" legend={theme.colors} labels={theme} />
      <SettingField name="pictures" legend={saved.data} labels={saved.pictures} />
      <SettingField name="keys" legend={saved.keyboard} labels={saved.keys}>
        {saved.keysHint(hasRadio)}
      </SettingField>
    </Panel>
  );
}

interface SettingFieldProps<Name extends SettingName> {
  name: Name;
  legend: string;
  labels: Labels<Name>;
  /** An explanation, if the legend is not enough. */
  children?: ReactNode;
}

function SettingField<Name extends SettingName>({ name, legend, labels, children }: SettingFieldProps<Name>) {
  const hint = useId();
  const chosen = useSetting(name);
  return (
    <fieldset className={styles.choice} aria-describedby={children ? hint : undefined}>
      <legend>{legend}</legend>
      {(SETTINGS[name] as readonly SettingValue<Name>[]).map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={`my-${name}`}
            value={value}
            checked={chosen === value}
            onChange={() => changeSetting(name, value)}
          />
          <span>{labels[value]}</span>
        </label>
      ))}
      {children && (
        <p id={hint} className={styles.hint}>
          {children}
        </p>
      )}
    </fieldset>
  );
}
