import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from "@simplewebauthn/browser";
import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Fault } from "../ui/Fault.tsx";
import { useSending } from "../ui/useSending.ts";
import { toPasskeyFault } from "./passkeyFaults.ts";

interface ProofDialogProps {
  onAnswer(isProved: boolean): void;
}

/** Asks for a passkey before an action that must be impossible for strangers who find the desk open. */
export default function ProofDialog({ onAnswer }: ProofDialogProps) {
  const texts = getTexts().account.proof;
  const { send, isSending, error } = useSending(toPasskeyFault);

  async function prove() {
    const options = await call((api) => api.account.prove.options.$post());
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    const response = await startAuthentication({ optionsJSON });
    await call((api) => api.account.prove.$post({ json: response }));
    onAnswer(true);
  }

  return (
    <Dialog
      title={texts.title}
      onClose={() => onAnswer(false)}
      actions={
        <Button look="strong" disabled={isSending} onClick={() => void send(prove)}>
          {texts.use}
        </Button>
      }
    >
      <p>{texts.why}</p>
      <Fault text={error} />
    </Dialog>
  );
}
