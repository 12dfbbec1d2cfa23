import { useState } from "react";
import type { MyEdition } from "../../../server/desk/api/apiTypes.ts";
import { call } from "../../api.ts";
import { getTexts } from "../../texts/texts.ts";
import { Field } from "../../ui/Field.tsx";
import { toLocalTime, toOffset } from "../../ui/localTime.ts";

interface EndFieldProps {
  edition: MyEdition;
  /** Time at which the notice leaves the site (ISO 8601); undefined for none. */
  end: string | undefined;
  onChange(end: string | undefined): void;
}

/** Field for the time at which a notice leaves the site, in the edition's time zone. */
export function EndField({ edition, end, onChange }: EndFieldProps) {
  const texts = getTexts().story.fields;
  const { id, timeZone } = edition;
  const [local, setLocal] = useState(end === undefined ? "" : toLocalTime(end, timeZone));
  const [fault, setFault] = useState<string>();
  // Two instants for a local time that occurs twice when summer time ends; otherwise empty.
  const [choices, setChoices] = useState<readonly string[]>([]);
  const isPast = end !== undefined && Date.parse(end) < Date.now();
  const error = fault ?? (isPast ? texts.endPassed : undefined);

  async function change(value: string) {
    setLocal(value);
    setFault(undefined);
    setChoices([]);
    if (value === "") return onChange(undefined);
    try {
      const { instants } = await call((api) =>
        api[":edition"].instants[":local"].$get({ param: { edition: id, local: value } }),
      );
      const [first] = instants;
      if (first === undefined) return setFault(texts.endSkipped);
      if (instants.length > 1) setChoices(instants);
      onChange(first);
    } catch (cause) {
      setFault(cause instanceof Error ? cause.message : String(cause));
    }
  }

  return (
    <>
      <Field label={texts.end} name="end" hint={texts.endHint(timeZone)} {...(error !== undefined && { error })}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={local}
            onChange={(event) => void change(event.target.value)}
          />
        )}
      </Field>
      {choices.length > 1 && (
        <Field label={texts.endTwice}>
          {(control) => (
            <select {...control} value={end} onChange={(event) => onChange(event.target.value)}>
              {choices.map((instant) => (
                <option key={instant} value={instant}>
                  {texts.endChoice(toOffset(instant, timeZone))}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}
