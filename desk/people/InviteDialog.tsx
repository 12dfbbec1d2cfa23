import { type FormEvent, useId, useState } from "react";
import type { InvitationAnswer } from "../../server/desk/api/apiTypes.ts";
import type { PersonRole } from "../../server/store/schema/peopleSchema.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useSending } from "../ui/useSending.ts";
import { InvitationResult } from "./InvitationResult.tsx";
import { RoleChoice } from "./RoleChoice.tsx";

interface InviteDialogProps {
  onClose(): void;
  onChanged(): void;
}

/** Dialog that adds a person, and then shows how the person receives the sign-in link. */
export function InviteDialog({ onClose, onChanged }: InviteDialogProps) {
  const texts = getTexts().people;
  const { id: edition } = useEdition();
  const form = useId();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<PersonRole>("writer");
  const [answer, setAnswer] = useState<InvitationAnswer | null>(null);
  const { send, isSending, error } = useSending();
  if (answer) return <InvitationResult name={name} answer={answer} title={texts.invite} onClose={onClose} />;

  function submit(event: FormEvent) {
    event.preventDefault();
    void send(async () => {
      const json = { name, email: email.trim() || null, role };
      setAnswer(await call((api) => api[":edition"].people.$post({ param: { edition }, json })));
      onChanged();
    });
  }
  return (
    <Dialog
      title={texts.invite}
      onClose={onClose}
      actions={
        <Button look="strong" type="submit" form={form} disabled={isSending}>
          {texts.sendInvitation}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          error={error}
          required
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={setName}
        />
        <TextField
          label={texts.email}
          hint={texts.emailHint}
          type="email"
          maxLength={254}
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
        <RoleChoice role={role} onChange={setRole} />
      </form>
    </Dialog>
  );
}
