import { type FormEvent, useId, useRef, useState } from "react";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { type LinkPlace, toHref } from "./commands/links.ts";
import { FirstAddress } from "./FirstAddress.tsx";

interface LinkDialogProps {
  place: LinkPlace;
  onSave(href: string, text: string): void;
  onRemove(): void;
  onClose(): void;
}

export function LinkDialog({ place, onSave, onRemove, onClose }: LinkDialogProps) {
  const texts = getTexts().editor.link;
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState(place.href);
  const [text, setText] = useState(place.text);
  const [isInvalid, setInvalid] = useState(false);
  const href = toHref(address);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (href !== null) return onSave(href, text.trim());
    setInvalid(true);
    input.current?.focus();
  };
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          {place.href !== "" && <Button onClick={onRemove}>{texts.remove}</Button>}
          <Button look="strong" type="submit" form={form}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save}>
        <FirstAddress
          input={input}
          label={texts.address}
          hint={texts.hint}
          error={isInvalid && href === null ? texts.invalid : null}
          address={address}
          onChange={setAddress}
        />
        <TextField label={texts.text} value={text} onChange={setText} />
        {href !== null && /^https?:/.test(href) && (
          <a href={href} target="_blank" rel="noreferrer">
            {texts.open}
          </a>
        )}
      </form>
    </Dialog>
  );
}
