import { CHOICES, type Choice, type Chosen, choose } from "../layout/theme.ts";
import { useChoice } from "../layout/useChoice.ts";
import styles from "./SavedPage.module.css";

type Names<Name extends Choice> = Record<Chosen<Name>, string>;

const TEXT: Names<"text"> = { normal: "Normal", large: "Large", larger: "Larger", largest: "Largest" };
const COLORS: Names<"theme"> = { system: "As the device", light: "Light", dark: "Dark" };
const PICTURES: Names<"pictures"> = { all: "Show photographs", none: "Load no photographs" };

/** How the reader likes to read. It holds for every page at once. */
export function Settings() {
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
    </section>
  );
}

interface ChoiceFieldProps<Name extends Choice> {
  name: Name;
  legend: string;
  names: Names<Name>;
}

function ChoiceField<Name extends Choice>({ name, legend, names }: ChoiceFieldProps<Name>) {
  const chosen = useChoice(name);
  return (
    <fieldset className={styles.choice}>
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
    </fieldset>
  );
}
