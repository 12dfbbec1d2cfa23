import { useState } from "react";
import type { PreviewAnswer } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { CopyField } from "../ui/CopyField.tsx";
import { Fault } from "../ui/Fault.tsx";
import { useMoment } from "../ui/formatTime.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { useSending } from "../ui/useSending.ts";
import css from "./preview.module.css";

const DAYS = [1, 7, 30];

/** Creates an address at which people without access to the desk can read the story. The address expires. */
export function PreviewLink({ storyId }: { storyId: number }) {
  const { id: edition } = useEdition();
  const texts = getTexts().preview.link;
  const [days, setDays] = useState(1);
  const [made, setMade] = useState<PreviewAnswer | null>(null);
  const { send, isSending, error } = useSending();
  const toMoment = useMoment();

  const make = () =>
    send(async () => {
      const param = { edition, id: String(storyId) };
      const json = { hours: days * 24 };
      setMade(await call((api) => api[":edition"].stories[":id"].preview.$post({ param, json })));
    });

  return (
    <div className={css.link}>
      <p className={css.note}>{texts.text}</p>
      <SelectField
        label={texts.expires}
        value={String(days)}
        options={DAYS.map((count) => [String(count), texts.days(count)] as const)}
        onChange={(count) => setDays(Number(count))}
      />
      <Button look="strong" disabled={isSending} onClick={() => void make()}>
        {texts.make}
      </Button>
      <Fault text={error} />
      {made && (
        <CopyField key={made.url} label={texts.label} hint={texts.until(toMoment(made.expiresAt))} address={made.url} />
      )}
    </div>
  );
}
