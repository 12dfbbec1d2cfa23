import { type ReactNode, useId } from "react";
import { useRadioIfAny } from "../radio/useRadio.tsx";
import { CHOICES, type Choice, type Chosen, choose } from "../ui/theme.ts";
import { useChoice } from "../ui/useStoredChoice.ts";
import styles from "./SavedPage.module.css";

type Names<Name extends Choice> = Record<Chosen<Name>, string>;

const TEXT: Names<"text"> = { normal: "Normal", large: "Large", larger: "Larger", largest: "Largest" };
const COLORS: Names<"theme"> = { system: "As the device", light: "Light", dark: "Dark" };
const PICTURES: Names<"pictures"> = { all: "Show photographs", none: "Load no photographs" };

const KEYS: Names<"keys"> = { on: "Use shortcuts of one key", off: "Use none" };

/** How the reader likes to read. It holds for every page at once. */
export function Settings() {
  const hasRadio = useRadioIfAny() !== null;
  return (
    <section aria-labelledby="settings">
      <h2 id="settings" className={styles.name}>
        How you read
      </h2>
      <ChoiceField name="text" legend="Text size" names={TEXT} />
      <p className={styles.sample} data-reading="">
        The river stands at a forty-year high.
      </p>
      <ChoiceField name="theme" legend="Colors" names={COLORS} />
      <ChoiceField name="pictures" legend="Data" names={PICTURES} />
      <ChoiceField name="keys" legend="Keyboard" names={KEYS}>
        A slash opens the search on every page.
        {hasRadio && " On the radio’s page the space bar plays and pauses, and M mutes."} Control-K or Command-K opens
        the search in any case.
      </ChoiceField>
    </section>
  );
}

interface ChoiceFieldProps<Name extends Choice> {
  name: Name;
  legend: string;
  names: Names<Name>;
  /** What is chosen, where its name does not say it. */
  children?: ReactNode;
}

function ChoiceField<Name extends Choice>({ name, legend, names, children }: ChoiceFieldProps<Name>) {
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
          <span>{names[value]}</span>
        </label>
      ))}
      {children && (
        <p id={hint} className={styles.about}>
          {children}
        </p>
      )}
    </fieldset>
  );
}
