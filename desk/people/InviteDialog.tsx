import { type FormEvent, useId, useState } from "react";
import type { InvitationAnswer, MyEdition } from "../../server/desk/api/apiTypes.ts";
import type { PersonRole } from "../../server/store/schema/peopleSchema.ts";
import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Field } from "../ui/Field.tsx";
import { InvitationResult } from "./InvitationResult.tsx";
import { RoleChoice } from "./RoleChoice.tsx";
import { useAction } from "./useAction.ts";

interface InviteDialogProps {
  edition: MyEdition;
  onClose(): void;
  onChanged(): void;
}

/** Dialog that adds a person, and shows how the person receives the link. */
export function InviteDialog({ edition, onClose, onChanged }: InviteDialogProps) {
  const texts = getTexts().people;
  const form = useId();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<PersonRole>("writer");
  const [answer, setAnswer] = useState<InvitationAnswer | null>(null);
  const { run, isBusy, error } = useAction();
  if (answer) return <InvitationResult name={name} answer={answer} title={texts.invite} onClose={onClose} />;

  function submit(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      const json = { name, email: email.trim() || null, role };
      setAnswer(await call((api) => api[":edition"].people.$post({ param: { edition: edition.id }, json })));
      onChanged();
    });
  }
  return (
    <Dialog
      title={texts.invite}
      onClose={onClose}
      actions={
        <Button look="strong" type="submit" form={form} disabled={isBusy}>
          {texts.sendInvitation}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label={texts.name} hint={texts.nameHint} {...(error && { error })}>
          {(control) => (
            <input
              {...control}
              value={name}
              required
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={texts.email} hint={texts.emailHint}>
          {(control) => (
            <input
              {...control}
              type="email"
              value={email}
              maxLength={254}
              autoComplete="off"
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <RoleChoice role={role} onChange={setRole} />
      </form>
    </Dialog>
  );
}
