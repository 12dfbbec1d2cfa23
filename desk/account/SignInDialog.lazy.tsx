import { type FormEvent, useState } from "react";
import { call, RequestError } from "../api.ts";
import { useMe } from "../me/useEdition.ts";
import { signInByPasskey } from "../signIn/signInByPasskey.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Fault } from "../ui/Fault.tsx";
import { Field } from "../ui/Field.tsx";
import { useSending } from "../ui/useSending.ts";
import { toPasskeyFault } from "./passkeyFaults.ts";
import css from "./SignInDialog.module.css";

interface SignInDialogProps {
  onSignedIn(): void;
}

/** Signs a person in again on the same screen after the session has ended: by passkey, by code or in another tab. */
export default function SignInDialog({ onSignedIn }: SignInDialogProps) {
  const me = useMe();
  const texts = getTexts().account.signIn;
  const { send: run, isSending: isBusy, error } = useSending(explain);
  /** Id of the request for a code; "" before the first request. */
  const [request, setRequest] = useState("");

  /** Continues only if the same person signed in, since another person may lack the rights for this screen. */
  async function check() {
    const { id, name } = await call((api) => api.me.$get(), { isAsking: false });
    if (id !== me.id) throw new Error(texts.otherPerson(name, me.name));
    onSignedIn();
  }

  async function sendCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    await run(async () => {
      if (request !== "") {
        fields.set("request", request);
        await send("/sign-in/code/check", fields);
        return check();
      }
      setRequest((await send("/sign-in/code", fields)).request);
    });
  }

  return (
    <Dialog title={texts.title}>
      <p>{texts.text}</p>
      <p className={css.action}>
        <Button look="strong" disabled={isBusy} onClick={() => void run(async () => signInByPasskey().then(check))}>
          {texts.usePasskey}
        </Button>
      </p>
      <form className={css.code} onSubmit={(event) => void sendCode(event)}>
        {request === "" ? (
          <Field key="email" label={texts.email}>
            {(control) => (
              <input {...control} name="email" type="email" required maxLength={254} defaultValue={me.email ?? ""} />
            )}
          </Field>
        ) : (
          <Field key="code" label={texts.code} hint={texts.codeSent}>
            {(control) => (
              <input
                {...control}
                name="code"
                required
                maxLength={20}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                autoFocus
              />
            )}
          </Field>
        )}
        <Button type="submit" disabled={isBusy}>
          {request === "" ? texts.mailCode : texts.useCode}
        </Button>
      </form>
      <p className={css.elsewhere}>{texts.elsewhere}</p>
      <p className={css.action}>
        <Button disabled={isBusy} onClick={() => void run(check)}>
          {texts.checkAgain}
        </Button>
      </p>
      <Fault text={error} />
    </Dialog>
  );
}

function explain(error: unknown): string {
  const isSignedOut = error instanceof RequestError && error.status === 401;
  return isSignedOut ? getTexts().account.signIn.notYet : toPasskeyFault(error);
}

/** Sends a sign-in form. @throws {RequestError} if the form is rejected or the desk can't be reached */
async function send(path: string, body: FormData): Promise<{ request: string }> {
  const response = await window
    .fetch(path, { method: "POST", headers: { accept: "application/json" }, body })
    .catch(() => null);
  if (!response) throw new RequestError(0, getTexts().shell.errors.offline.title);
  if (!response.ok) throw new RequestError(response.status, (await response.text()).trim());
  return response.json();
}
