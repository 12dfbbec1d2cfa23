import { useId, useRef, useState } from "react";
import { toMessage } from "../../core/toMessage.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getLanguage, getTexts } from "../texts/texts.ts";
import { Choices } from "./Choices.tsx";
import controlCss from "./Control.module.css";
import fieldCss from "./Field.module.css";
import { formatZone, toLocalTime } from "./localTime.ts";
import css from "./TimeField.module.css";

interface TimeFieldProps {
  legend: string;
  /** ISO 8601; null if the time is incomplete or does not exist, undefined while the server converts the local time. */
  instant: string | null | undefined;
  onChange(instant: string | null | undefined): void;
  /** Error message about the time, once the person has tried to continue. */
  error?: string | undefined;
}

/**
 * Field for a date and a time in the edition's time zone. If clocks show the time twice on that day, asks which of the
 * two instants is meant.
 */
export function TimeField({ legend, instant, onChange, error }: TimeFieldProps) {
  const texts = getTexts().publish.when;
  const edition = useEdition();
  const { timeZone } = edition;
  const [[date, time], setLocal] = useState(() => splitLocal(instant, timeZone));
  const [fault, setFault] = useState<string>();
  const [choices, setChoices] = useState<readonly string[]>([]);
  const asked = useRef(0);
  const id = useId();
  const note = fault ?? error;

  async function change(nextDate: string, nextTime: string) {
    setLocal([nextDate, nextTime]);
    setFault(undefined);
    setChoices([]);
    const isComplete = nextDate !== "" && nextTime !== "";
    onChange(isComplete ? undefined : null);
    // Drops a response if a later request was sent meanwhile.
    const question = ++asked.current;
    if (!isComplete) return;
    try {
      const param = { edition: edition.id, local: `${nextDate}T${nextTime}` };
      const { instants } = await call((api) => api[":edition"].instants[":local"].$get({ param }));
      if (question !== asked.current) return;
      if (instants.length === 0) setFault(texts.skipped);
      if (instants.length > 1) setChoices(instants);
      onChange(instants.length === 1 ? instants[0] : null);
    } catch (cause) {
      if (question !== asked.current) return;
      setFault(toMessage(cause));
      onChange(null);
    }
  }

  const described = { "aria-describedby": `${id}-note`, "aria-invalid": note !== undefined };
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      <div className={`${controlCss.controls} ${css.inputs}`}>
        <input
          {...described}
          type="date"
          aria-label={texts.date}
          value={date}
          onChange={({ target }) => void change(target.value, time)}
        />
        <input
          {...described}
          type="time"
          aria-label={texts.time}
          value={time}
          onChange={({ target }) => void change(date, target.value)}
        />
      </div>
      <div id={`${id}-note`}>
        <p className={fieldCss.hint}>{texts.zone(formatZone(timeZone, getLanguage(), "longGeneric"))}</p>
        {note && (
          <p className={fieldCss.error} role="alert">
            {note}
          </p>
        )}
      </div>
      {choices.length > 1 && (
        <Choices
          legend={texts.twice}
          value={instant ?? null}
          options={choices.map((choice, index) => ({
            value: choice,
            text: (index === 0 ? texts.first : texts.second)(formatZone(timeZone, "en-US", "short", choice)),
          }))}
          onChange={onChange}
        />
      )}
    </fieldset>
  );
}

function splitLocal(instant: string | null | undefined, timeZone: string): [date: string, time: string] {
  const [date = "", time = ""] = instant ? toLocalTime(instant, timeZone).split("T") : [];
  return [date, time];
}
