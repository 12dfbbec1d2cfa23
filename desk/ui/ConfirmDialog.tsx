import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Fault } from "../ui/Fault.tsx";
import { Field } from "../ui/Field.tsx";
import { useSending } from "../ui/useSending.ts";

interface ConfirmDialogProps {
  title: string;
  text?: string;
  /** Label of the field for a note; without it, there is no field. */
  note?: string;
  noteHint?: string;
  button: string;
  /** Performs the action; the dialog closes afterwards. @throws with a sentence for the person */
  onConfirm(note: string, key: string): Promise<void>;
  onClose(): void;
}

/** Asks for confirmation of an action. After a failure, the dialog stays open with the typed note. */
export function ConfirmDialog({ title, text, note, noteHint, button, onConfirm, onClose }: ConfirmDialogProps) {
  const [written, setWritten] = useState("");
  const { send, isSending, error } = useSending();
  const confirm = () =>
    send(async (key) => {
      await onConfirm(written.trim(), key);
      onClose();
    });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button look="strong" disabled={isSending} onClick={confirm}>
          {button}
        </Button>
      }
    >
      {text && <p>{text}</p>}
      {note && (
        <Field label={note} {...(noteHint && { hint: noteHint })}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={2000}
              value={written}
              onChange={(event) => setWritten(event.target.value)}
            />
          )}
        </Field>
      )}
      <Fault text={error ?? ""} />
    </Dialog>
  );
}
