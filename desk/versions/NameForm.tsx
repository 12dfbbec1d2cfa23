import { type FormEvent, useId, useState } from "react";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import controlCss from "../ui/Control.module.css";
import { Fault } from "../ui/Fault.tsx";
import { useSending } from "../ui/useSending.ts";
import css from "./VersionsDialog.module.css";

interface NameFormProps {
  name: string;
  /** Names the entry; "" removes the name. */
  onName(key: string, name: string): Promise<void>;
}

/** Form that names an entry. Named autosaves stay when the other autosaves are thinned out. */
export function NameForm({ name, onName }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const id = useId();
  const { send, isSending, error } = useSending();
  const texts = getTexts().versions;

  function submit(event: FormEvent) {
    event.preventDefault();
    void send((key) => onName(key, typed.trim()));
  }

  return (
    <form className={`${controlCss.controls} ${css.naming}`} onSubmit={submit}>
      <label htmlFor={id}>{texts.name}</label>
      <input id={id} value={typed} maxLength={100} onChange={(event) => setTyped(event.target.value)} />
      <Button type="submit" disabled={isSending || typed.trim() === name}>
        {texts.saveName}
      </Button>
      <Fault text={error} />
    </form>
  );
}
