import { useState } from "react";
import type { InvitationAnswer, MyEdition, PersonRow } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { InvitationResult } from "./InvitationResult.tsx";
import css from "./peopleDialogs.module.css";
import { RoleChoice } from "./RoleChoice.tsx";
import { useAction } from "./useAction.ts";

interface PersonDialogProps {
  edition: MyEdition;
  person: PersonRow;
  onClose(): void;
  onChanged(): void;
}

export function RoleDialog({ edition, person, onClose, onChanged }: PersonDialogProps) {
  const texts = getTexts().people;
  const [role, setRole] = useState(person.role);
  const { run, isBusy, error } = useAction();
  const change = async () => {
    const param = { edition: edition.id, id: String(person.id) };
    await call((api) => api[":edition"].people[":id"].$put({ param, json: { role } }));
    onChanged();
    onClose();
  };
  return (
    <Dialog
      title={texts.changeRoleOf(person.name)}
      onClose={onClose}
      actions={
        <Button look="strong" disabled={isBusy || role === person.role} onClick={() => void run(change)}>
          {texts.save}
        </Button>
      }
    >
      <RoleChoice role={role} onChange={setRole} />
      <ErrorLine error={error} />
    </Dialog>
  );
}

/** Dialog that ends a person's sessions and passkeys, and gives the person a new link. */
export function ResetDialog({ edition, person, onClose, onChanged }: PersonDialogProps) {
  const texts = getTexts().people;
  const { name, email } = person;
  const [isLinkMailed, setIsLinkMailed] = useState(email !== null);
  const [answer, setAnswer] = useState<InvitationAnswer | null>(null);
  const { run, isBusy, error } = useAction();
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
        <Button look="strong" disabled={isBusy} onClick={() => void run(reset)}>
          {texts.reset}
        </Button>
      }
    >
      <p>{texts.resetText(name)}</p>
      {email !== null && (
        <fieldset className={css.choices}>
          <label>
            <input type="radio" name="link" checked={isLinkMailed} onChange={() => setIsLinkMailed(true)} />
            <span>{texts.mailLink(email)}</span>
          </label>
          <label>
            <input type="radio" name="link" checked={!isLinkMailed} onChange={() => setIsLinkMailed(false)} />
            <span>{texts.showLink}</span>
          </label>
        </fieldset>
      )}
      <ErrorLine error={error} />
    </Dialog>
  );
}

/** Dialog that ends a person's access to the edition. */
export function RemoveDialog({ edition, person, onClose, onChanged }: PersonDialogProps) {
  const texts = getTexts().people;
  const { run, isBusy, error } = useAction();
  const remove = async () => {
    const param = { edition: edition.id, id: String(person.id) };
    await call((api) => api[":edition"].people[":id"].$delete({ param }));
    onChanged();
    onClose();
  };
  return (
    <Dialog
      title={texts.removeOf(person.name)}
      onClose={onClose}
      actions={
        <Button look="strong" disabled={isBusy} onClick={() => void run(remove)}>
          {texts.remove}
        </Button>
      }
    >
      <p>{texts.removeText(person.name, edition.name)}</p>
      <ErrorLine error={error} />
    </Dialog>
  );
}

function ErrorLine({ error }: { error: string | undefined }) {
  return (
    <p role="alert" className={css.error}>
      {error}
    </p>
  );
}
