import { type ReactNode, useId } from "react";
import { useReaderTexts } from "../language/readerTexts.ts";
import { useTexts } from "../language/texts.ts";
import { useRadioIfAny } from "../radio/useRadio.tsx";
import { CHOICES, type Choice, type Chosen, choose, useChoice } from "../ui/theme.ts";
import { Panel } from "./Panel.tsx";
import styles from "./SavedPage.module.css";

/** A label for each value of a setting. */
type Labels<Name extends Choice> = Record<Chosen<Name>, string>;

/** Settings of this device that apply to every page. */
export function ReadingSettings() {
  const { theme } = useTexts();
  const { saved } = useReaderTexts();
  const hasRadio = useRadioIfAny() !== null;
  return (
    <Panel id="settings" title={saved.settings}>
      <ChoiceField name="text" legend={saved.textSize} labels={saved.text} />
      <p className={styles.sample} data-reading="">
        {saved.sample}
      </p>
      <ChoiceField name="theme" legend={theme.colors} labels={theme} />
      <ChoiceField name="pictures" legend={saved.data} labels={saved.pictures} />
      <ChoiceField name="keys" legend={saved.keyboard} labels={saved.keys}>
        {saved.keysHint(hasRadio)}
      </ChoiceField>
    </Panel>
  );
}

interface ChoiceFieldProps<Name extends Choice> {
  name: Name;
  legend: string;
  labels: Labels<Name>;
  /** An explanation, if the legend is not enough. */
  children?: ReactNode;
}

function ChoiceField<Name extends Choice>({ name, legend, labels, children }: ChoiceFieldProps<Name>) {
  const hint = useId();
  const chosen = useChoice(name);
  return (
    <fieldset className={styles.choice} aria-describedby={children ? hint : undefined}>
      <legend>{legend}</legend>
      {(CHOICES[name] as readonly Chosen<Name>[]).map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={`my-${name}`}
            value={value}
            checked={chosen === value}
            onChange={() => choose(name, value)}
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
