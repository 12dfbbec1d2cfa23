import { type ReactNode, useId } from "react";
import { useRadioIfAny } from "../radio/useRadio.tsx";
import { CHOICES, type Choice, type Chosen, choose, useChoice } from "../ui/theme.ts";
import { Panel } from "./Panel.tsx";
import styles from "./SavedPage.module.css";

/** A label for each value of a setting. */
type Labels<Name extends Choice> = Record<Chosen<Name>, string>;

const TEXT: Labels<"text"> = { normal: "Normal", large: "Large", larger: "Larger", largest: "Largest" };
const COLORS: Labels<"theme"> = { system: "As the device", light: "Light", dark: "Dark" };
const PHOTOS: Labels<"pictures"> = { all: "Show photographs", none: "Load no photographs" };
const KEYS: Labels<"keys"> = { on: "Use shortcuts of one key", off: "Use none" };

/** Settings of this device that apply to every page. */
export function ReadingSettings() {
  const hasRadio = useRadioIfAny() !== null;
  return (
    <Panel id="settings" title="How you read">
      <ChoiceField name="text" legend="Text size" labels={TEXT} />
      <p className={styles.sample} data-reading="">
        The river stands at a forty-year high.
      </p>
      <ChoiceField name="theme" legend="Colors" labels={COLORS} />
      <ChoiceField name="pictures" legend="Data" labels={PHOTOS} />
      <ChoiceField name="keys" legend="Keyboard" labels={KEYS}>
        A slash opens the search on every page.
        {hasRadio && " On the radio’s page the space bar plays and pauses, and M mutes."} Control-K or Command-K opens
        the search in any case.
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
