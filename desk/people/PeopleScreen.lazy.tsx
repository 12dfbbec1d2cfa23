import { useState } from "react";
import { type LoaderFunctionArgs, redirect, useLoaderData, useRevalidator } from "react-router";
import type { PersonRow } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition, useMe } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { useMoment } from "../ui/formatTime.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import { MailCodes } from "./MailCodes.tsx";
import css from "./PeopleScreen.module.css";
import { RemoveDialog, ResetDialog, RoleDialog } from "./personDialogs.tsx";

export async function loader({ params: { edition } }: LoaderFunctionArgs) {
  if (edition === undefined) {
    const { editions } = await call((api) => api.me.$get());
    return redirect(`/people/${editions[0]?.id}`);
  }
  const [people, mailCodes] = await Promise.all([
    call((api) => api[":edition"].people.$get({ param: { edition } })),
    call((api) => api[":edition"]["mail-codes"].$get({ param: { edition } })),
  ]);
  return { people, mailCodes };
}

type OpenDialog = { type: "invite" } | { type: "role" | "reset" | "remove"; person: PersonRow };

/** Screen of an edition's people, for its publishers. */
export function Component() {
  const { people, mailCodes } = useLoaderData<Exclude<Awaited<ReturnType<typeof loader>>, Response>>();
  const { revalidate } = useRevalidator();
  const edition = useEdition();
  const texts = getTexts().people;
  const publishers = people.filter(({ role }) => role === "publisher").length;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const closing = { onClose: () => setDialog(null), onChanged: () => void revalidate() };
  return (
    <>
      <title>{`${texts.title} · ${getTexts().shell.desk}`}</title>
      <div className={css.head}>
        <h1 tabIndex={-1}>{texts.title}</h1>
        <Button look="strong" onClick={() => setDialog({ type: "invite" })}>
          {texts.invite}
        </Button>
      </div>
      <p className={css.intro}>{people.length === 1 ? texts.alone : texts.intro(edition.name)}</p>
      <ul className={css.people}>
        {people.map((person) => (
          <Person
            key={person.id}
            person={person}
            isLastPublisher={person.role === "publisher" && publishers === 1}
            onWant={(type) => setDialog({ type, person })}
          />
        ))}
      </ul>
      <MailCodes
        isAllowed={mailCodes.isAllowed}
        unreachable={people.filter(({ email }) => email === null).length}
        onChanged={closing.onChanged}
      />
      {dialog?.type === "invite" && <InviteDialog {...closing} />}
      {dialog?.type === "role" && <RoleDialog {...closing} person={dialog.person} />}
      {dialog?.type === "reset" && <ResetDialog {...closing} person={dialog.person} />}
      {dialog?.type === "remove" && <RemoveDialog {...closing} person={dialog.person} />}
    </>
  );
}

interface PersonProps {
  person: PersonRow;
  /** True for the edition's only publisher, whose role can't be changed. */
  isLastPublisher: boolean;
  onWant(type: "role" | "reset" | "remove"): void;
}

function Person({ person, isLastPublisher, onWant }: PersonProps) {
  const { id, name, email, role, passkeys } = person;
  const { shell, people: texts } = getTexts();
  const isSelf = useMe().id === id;
  return (
    <li className={css.person}>
      <div>
        <h2 className={css.name}>
          {name}
          {isSelf && <span className={css.you}> {texts.you}</span>}
        </h2>
        <p className={css.detail}>{email ?? texts.noEmail}</p>
      </div>
      <p className={css.role}>{shell.roles[role]}</p>
      <p className={css.detail}>
        {useStateText(person)}
        <br />
        {texts.passkeys(passkeys)}
      </p>
      <p className={css.actions}>
        {isLastPublisher ? (
          <span className={css.detail}>{texts.lastPublisher}</span>
        ) : (
          <Button look="quiet" aria-label={texts.changeRoleOf(name)} onClick={() => onWant("role")}>
            {texts.changeRole}
          </Button>
        )}
        {!isSelf && (
          <Button look="quiet" aria-label={texts.resetOf(name)} onClick={() => onWant("reset")}>
            {texts.reset}
          </Button>
        )}
        {!isLastPublisher && (
          <Button
            look="quiet"
            className={css.remove}
            aria-label={texts.removeOf(name)}
            onClick={() => onWant("remove")}
          >
            {texts.remove}
          </Button>
        )}
      </p>
    </li>
  );
}

/** Describes when a person was last seen, or how long the person's link works. */
function useStateText({ invitedUntil, lastSeenAt }: PersonRow): string {
  const texts = getTexts().people;
  const format = useMoment();
  if (invitedUntil) return texts.invitedUntil(format(invitedUntil));
  return lastSeenAt ? texts.lastSeen(format(lastSeenAt)) : texts.neverSeen;
}
