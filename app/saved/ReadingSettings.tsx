import { type ReactNode, useId } from "react";
import { useRadioIfAny } from "../radio/useRadio.tsx";
import { CHOICES, type Choice, type Chosen, choose, useChoice } from "../ui/theme.ts";
import { Panel } from "./Panel.tsx";
import styles from "./SavedPage.module.css";

/** A label for each value of a setting. */
type Labels<Name extends Choice> = Record<Chosen<Name>, string>;

const TEXT: Labels<"text"> = { normal: "Normal", large: "Large", larger: "Larger", largest: "Largest" };
const COLORS: Labels<"theme"> = { system: "Match device", light: "Light", dark: "Dark" };
const PHOTOS: Labels<"pictures"> = { all: "Show photos", none: "Don’t load photos" };
const KEYS: Labels<"keys"> = { on: "Use single-key shortcuts", off: "Turn them off" };

/** Settings of this device that apply to every page. */
export function ReadingSettings() {
  const hasRadio = useRadioIfAny() !== null;
  return (
    <Panel id="settings" title="How you read">
      <ChoiceField name="text" legend="Text size" labels={TEXT} />
      <p className={styles.sample} data-reading="">
        The library is open again on Sundays.
      </p>
      <ChoiceField name="theme" legend="Colors" labels={COLORS} />
      <ChoiceField name="pictures" legend="Data" labels={PHOTOS} />
      <ChoiceField name="keys" legend="Keyboard" labels={KEYS}>
        Press the slash key to open search on any page.
        {hasRadio && " On the radio page, the space bar plays and pauses, and M mutes."} Control-K or Command-K always
        opens search.
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
