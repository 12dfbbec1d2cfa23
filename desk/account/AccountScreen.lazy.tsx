import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from "@simplewebauthn/browser";
import { useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import type { Account } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useMe } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Fault } from "../ui/Fault.tsx";
import { useSending } from "../ui/useSending.ts";
import css from "./AccountScreen.module.css";
import { DeviceSettings } from "./DeviceSettings.tsx";
import { PasskeyList } from "./PasskeyList.tsx";
import { toPasskeyFault } from "./passkeyFaults.ts";
import { SessionList } from "./SessionList.tsx";

export function loader(): Promise<Account> {
  return call((api) => api.account.$get());
}

/** Screen of the person's passkeys and sessions, and of this device's settings. */
export function Component() {
  const [account, setAccount] = useState(useLoaderData<Account>());
  const { send, isSending: isBusy, error } = useSending(toPasskeyFault);
  const { name, email } = useMe();
  const navigate = useNavigate();
  const texts = getTexts().account;
  const { passkeys } = account;
  const isNew = passkeys.length === 0;

  const change = (act: () => Promise<Account>) => send(async () => setAccount(await act()));

  async function addPasskey() {
    const options = await call((api) => api.account.passkeys.options.$post());
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    const response = await startRegistration({ optionsJSON });
    const changed = await call((api) => api.account.passkeys.$post({ json: response }));
    if (isNew) await navigate("/stories");
    return changed;
  }

  return (
    <div className={css.account}>
      <title>{`${texts.title} · ${getTexts().shell.desk}`}</title>
      <h1>{isNew ? texts.welcome(name) : name}</h1>
      {!isNew && email !== null && <p className={css.soft}>{email}</p>}
      <section>
        <h2>{texts.passkeys.title}</h2>
        <p>{isNew ? texts.passkeys.invitation : texts.passkeys.hint}</p>
        {account.needsPasskey && <p className={css.needed}>{texts.passkeys.needed}</p>}
        <PasskeyList
          passkeys={passkeys}
          isBusy={isBusy}
          onRemove={(id) => void change(() => call((api) => api.account.passkeys[":id"].$delete({ param: { id } })))}
        />
        <p className={css.actions}>
          <Button look={isNew ? "strong" : "plain"} disabled={isBusy} onClick={() => void change(addPasskey)}>
            {texts.passkeys.add}
          </Button>
          {isNew && !account.needsPasskey && (
            <Button look="quiet" onClick={() => void navigate("/stories")}>
              {texts.passkeys.later}
            </Button>
          )}
        </p>
        <Fault text={error} />
      </section>
      <section>
        <h2>{texts.sessions.title}</h2>
        <SessionList
          sessions={account.sessions}
          isBusy={isBusy}
          onEnd={(id) =>
            void change(() => call((api) => api.account.sessions[":id"].$delete({ param: { id: String(id) } })))
          }
        />
      </section>
      <DeviceSettings />
    </div>
  );
}
