import { useState } from "react";
import { toMessage } from "../../../core/toMessage.ts";
import { call } from "../../api.ts";
import { useEdition } from "../../me/useEdition.ts";
import { getTexts } from "../../texts/texts.ts";
import { toLocalTime, toOffset } from "../../ui/localTime.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";

interface EndFieldProps {
  /** Time at which the notice leaves the site (ISO 8601); undefined for none. */
  end: string | undefined;
  onChange(end: string | undefined): void;
}

/** Field for the time, in the edition's time zone, at which a notice leaves the site. */
export function EndField({ end, onChange }: EndFieldProps) {
  const texts = getTexts().story.fields;
  const { id, timeZone } = useEdition();
  const [local, setLocal] = useState(end === undefined ? "" : toLocalTime(end, timeZone));
  const [fault, setFault] = useState<string>();
  // Two instants for a local time that occurs twice when summer time ends; otherwise empty.
  const [choices, setChoices] = useState<readonly string[]>([]);
  const isPast = end !== undefined && Date.parse(end) < Date.now();

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
      setFault(toMessage(cause));
    }
  }

  return (
    <>
      <TextField
        label={texts.end}
        name="end"
        hint={texts.endHint(timeZone)}
        error={fault ?? (isPast ? texts.endPassed : null)}
        type="datetime-local"
        value={local}
        onChange={(value) => void change(value)}
      />
      {choices.length > 1 && (
        <SelectField
          label={texts.endTwice}
          value={end}
          options={choices.map((instant) => [instant, texts.endChoice(toOffset(instant, timeZone))] as const)}
          onChange={onChange}
        />
      )}
    </>
  );
}
