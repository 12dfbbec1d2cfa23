import type { InvitationAnswer } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { CopyField } from "../ui/CopyField.tsx";
import { Dialog } from "../ui/Dialog.tsx";

interface InvitationResultProps {
  name: string;
  title: string;
  answer: InvitationAnswer;
  onClose(): void;
}

/** Shows the address to which a sign-in link was mailed or, without a mail, the link. Nothing else shows the link. */
export function InvitationResult({
  name,
  title,
  answer: { mailedTo, link, isMailFailed },
  onClose,
}: InvitationResultProps) {
  const texts = getTexts().people;
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
      <CopyField label={isMailFailed ? texts.mailFailed : texts.link(name)} hint={texts.linkHint} address={link} />
    </Dialog>
  );
}
