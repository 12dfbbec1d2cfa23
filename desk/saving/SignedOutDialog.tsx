import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

/** Interim. */
export function SignedOutDialog({ onSignedIn }: { onSignedIn(): void }) {
  return (
    <Dialog title="Signed out" actions={<Button onClick={onSignedIn}>I have signed in</Button>}>
      <a href="/sign-in" target="_blank" rel="noreferrer">
        Sign in
      </a>
    </Dialog>
  );
}
