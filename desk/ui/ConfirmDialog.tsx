import { type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Fault } from "./Fault.tsx";
import { TextField } from "./TextField.tsx";
import { useSending } from "./useSending.ts";

interface ConfirmDialogProps {
  title: string;
  text?: string;
  /** Label of the field for a note; undefined for no field. */
  note?: string;
  noteHint?: string;
  /** Further content, such as fields that the action needs. */
  children?: ReactNode;
  button: string;
  /** False while there is nothing to confirm. */
  isReady?: boolean;
  /** Performs the action; the dialog closes afterwards. @throws an error with a sentence for the person */
  onConfirm(note: string, key: string): Promise<void>;
  onClose(): void;
}

/** Asks for confirmation of an action. If the action fails, the dialog stays open and keeps the typed text. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, note, noteHint, children, button, isReady = true, onConfirm, onClose } = props;
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
        <Button look="strong" disabled={isSending || !isReady} onClick={confirm}>
          {button}
        </Button>
      }
    >
      {text && <p>{text}</p>}
      {note && (
        <TextField label={note} hint={noteHint} rows={3} maxLength={2000} value={written} onChange={setWritten} />
      )}
      {children}
      <Fault text={error} />
    </Dialog>
  );
}
