import { useState } from "react";
import type { InvitationAnswer } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Field } from "../ui/Field.tsx";
import css from "./peopleDialogs.module.css";

interface InvitationResultProps {
  name: string;
  title: string;
  answer: InvitationAnswer;
  onClose(): void;
}

/**
 * Shows the address to which a link was mailed, or the link itself. Stays until the person closes it, since the link is
 * not shown again.
 */
export function InvitationResult({
  name,
  title,
  answer: { mailedTo, link, isMailFailed },
  onClose,
}: InvitationResultProps) {
  const texts = getTexts().people;
  const [isCopied, setIsCopied] = useState(false);
  const done = (
    <Button look="strong" onClick={onClose}>
      {texts.done}
    </Button>
  );
  if (link === null)
    return (
      <Dialog title={title} actions={done}>
        <p role="status">{mailedTo ? texts.mailed(name, mailedTo) : texts.added(name)}</p>
      </Dialog>
    );
  return (
    <Dialog title={title} actions={done}>
      <Field label={isMailFailed ? texts.mailFailed : texts.link(name)} hint={texts.linkHint}>
        {(control) => (
          <input {...control} readOnly value={link} className={css.link} onFocus={({ target }) => target.select()} />
        )}
      </Field>
      <Button onClick={() => void navigator.clipboard.writeText(link).then(() => setIsCopied(true))}>
        {texts.copy}
      </Button>
      <span role="status" className={css.copied}>
        {isCopied && texts.copied}
      </span>
    </Dialog>
  );
}
