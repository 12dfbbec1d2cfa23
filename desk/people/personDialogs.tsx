import { useState } from "react";
import type { InvitationAnswer, PersonRow } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Choices } from "../ui/Choices.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Fault } from "../ui/Fault.tsx";
import { useSending } from "../ui/useSending.ts";
import { InvitationResult } from "./InvitationResult.tsx";
import css from "./peopleDialogs.module.css";
import { RoleChoice } from "./RoleChoice.tsx";

interface PersonDialogProps {
  person: PersonRow;
  onClose(): void;
  onChanged(): void;
}

export function RoleDialog({ person, onClose, onChanged }: PersonDialogProps) {
  const edition = useEdition();
  const texts = getTexts().people;
  const [role, setRole] = useState(person.role);
  const change = async () => {
    const param = { edition: edition.id, id: String(person.id) };
    await call((api) => api[":edition"].people[":id"].$put({ param, json: { role } }));
    onChanged();
  };
  return (
    <ConfirmDialog
      title={texts.changeRoleOf(person.name)}
      button={texts.save}
      isReady={role !== person.role}
      onConfirm={change}
      onClose={onClose}
    >
      <RoleChoice role={role} onChange={setRole} />
    </ConfirmDialog>
  );
}

/** Dialog that ends a person's sessions, deletes the passkeys, and gives the person a new sign-in link. */
export function ResetDialog({ person, onClose, onChanged }: PersonDialogProps) {
  const edition = useEdition();
  const texts = getTexts().people;
  const { name, email } = person;
  const [isLinkMailed, setIsLinkMailed] = useState(email !== null);
  const [answer, setAnswer] = useState<InvitationAnswer | null>(null);
  const { send, isSending, error } = useSending();
  if (answer) return <InvitationResult name={name} answer={answer} title={texts.resetOf(name)} onClose={onClose} />;
  const reset = async () => {
    const param = { edition: edition.id, id: String(person.id) };
    setAnswer(await call((api) => api[":edition"].people[":id"].reset.$post({ param, json: { isLinkMailed } })));
    onChanged();
  };
  return (
    <Dialog
      title={texts.resetOf(name)}
      onClose={onClose}
      actions={
        <Button look="strong" disabled={isSending} onClick={() => void send(reset)}>
          {texts.reset}
        </Button>
      }
    >
      <p className={css.text}>{texts.resetText(name)}</p>
      {email !== null && (
        <Choices
          value={isLinkMailed}
          options={[
            { value: true, text: texts.mailLink(email) },
            { value: false, text: texts.showLink },
          ]}
          onChange={setIsLinkMailed}
        />
      )}
      <Fault text={error} />
    </Dialog>
  );
}

export function RemoveDialog({ person, onClose, onChanged }: PersonDialogProps) {
  const edition = useEdition();
  const texts = getTexts().people;
  const remove = async () => {
    const param = { edition: edition.id, id: String(person.id) };
    await call((api) => api[":edition"].people[":id"].$delete({ param }));
    onChanged();
  };
  return (
    <ConfirmDialog
      title={texts.removeOf(person.name)}
      text={texts.removeText(person.name, edition.name)}
      button={texts.remove}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
