import { useRef, useState } from "react";
import type { MyEdition, PreviewAnswer } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { formatMoment } from "../ui/formatTime.ts";
import { useSending } from "../ui/useSending.ts";
import css from "./preview.module.css";

const DAYS = [1, 7, 30];

/** Creates an address of the page for people without access to the desk. The address expires. */
export function PreviewLink({ edition, storyId }: { edition: MyEdition; storyId: number }) {
  const texts = getTexts().preview.link;
  const [days, setDays] = useState(1);
  const [made, setMade] = useState<PreviewAnswer | null>(null);
  const { send, isSending, error } = useSending();

  const make = () =>
    send(async () => {
      const param = { edition: edition.id, id: String(storyId) };
      const json = { hours: days * 24 };
      setMade(await call((api) => api[":edition"].stories[":id"].preview.$post({ param, json })));
    });

  return (
    <div className={css.link}>
      <p className={css.note}>{texts.text}</p>
      <Field label={texts.expires}>
        {(control) => (
          <select {...control} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {texts.days(count)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button look="strong" disabled={isSending} onClick={() => void make()}>
        {texts.make}
      </Button>
      {error && (
        <p className={css.fault} role="alert">
          {error}
        </p>
      )}
      {made && <MadeLink key={made.url} made={made} timeZone={edition.timeZone} />}
    </div>
  );
}

function MadeLink({ made, timeZone }: { made: PreviewAnswer; timeZone: string }) {
  const texts = getTexts().preview.link;
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const place = { timeZone, language: document.documentElement.lang };

  async function copy() {
    // If the browser does not allow copying, the person can still copy the selected text by hand.
    input.current?.select();
    await navigator.clipboard.writeText(made.url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <>
      <Field label={texts.label} hint={texts.until(formatMoment(made.expiresAt, place, new Date().toISOString()))}>
        {(control) => <input {...control} ref={input} readOnly value={made.url} />}
      </Field>
      <Button onClick={() => void copy()}>{texts.copy}</Button>{" "}
      <span role="status" className={css.copied}>
        {isCopied && texts.copied}
      </span>
    </>
  );
}
