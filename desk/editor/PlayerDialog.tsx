import { type FormEvent, useId, useRef, useState } from "react";
import { parseDocument } from "../../core/markdown/markdownDocument.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { FirstAddress } from "./FirstAddress.tsx";

interface PlayerDialogProps {
  onInsert(href: string, title: string): void;
  onClose(): void;
}

/** Dialog that inserts a video, a podcast or a file of the edition by its address. */
export function PlayerDialog({ onInsert, onClose }: PlayerDialogProps) {
  const { playerDialog: texts, playerTitle } = getTexts().editor;
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState("");
  const [title, setTitle] = useState("");
  const [isInvalid, setInvalid] = useState(false);

  const insert = (event: FormEvent) => {
    event.preventDefault();
    const href = address.trim();
    if (hasPlayer(href)) onInsert(href, title.trim());
    else setInvalid(true);
  };
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      actions={
        <Button look="strong" type="submit" form={form}>
          {texts.insert}
        </Button>
      }
    >
      <form id={form} onSubmit={insert}>
        <FirstAddress
          input={input}
          label={texts.address}
          hint={texts.hint}
          error={isInvalid ? texts.invalid : null}
          address={address}
          onChange={(next) => {
            setAddress(next);
            setInvalid(false);
          }}
        />
        <TextField label={playerTitle} value={title} onChange={setTitle} />
      </form>
    </Dialog>
  );
}

/** Returns true if the site shows a player in place of a paragraph that contains only a link to the address. */
function hasPlayer(href: string): boolean {
  return !/[\s<>]/.test(href) && parseDocument(`[x](<${href}>)`).blocks[0]?.block.type === "player";
}
