import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useEdition, useMe } from "../me/useEdition.ts";
import { signIn } from "../proof/signInAgain.ts";
import { getLanguage, getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { formatTime } from "../ui/formatTime.ts";
import { formatNames } from "./formatNames.ts";
import css from "./SaveStatus.module.css";
import type { SaveState } from "./saveState.ts";
import type { Saving } from "./useSaving.ts";

type Dialogs = typeof import("./statusDialogs.lazy.tsx");

/** Shows the state of saving, and who else has the story open. */
export function SaveStatus({ saving }: { saving: Saving }) {
  const { state, people } = saving;
  const texts = getTexts().saving;
  const text = describeState(saving, useEdition().timeZone);
  useSignIn(state.type === "signed out", saving.retry);
  const isProblem = state.type === "failed" || state.type === "offline" || !saving.isDeviceWorking;
  return (
    <div className={css.status}>
      <p className={isProblem ? css.problem : undefined}>
        {text}
        {state.type === "failed" && (
          <Button look="quiet" className={css.button} onClick={saving.retry}>
            {texts.failedNow}
          </Button>
        )}
      </p>
      <Announcement state={state} text={text} />
      <p role="status" className={css.people}>
        {people.length > 0 && texts.open(formatNames(people.map(({ name }) => name)), people.length)}
      </p>
    </div>
  );
}

/** Loads the dialogs early, since they may be needed without a connection. */
function useDialogs(): Dialogs | null {
  const [dialogs, setDialogs] = useState<Dialogs | null>(null);
  useEffect(() => {
    // Ignores a failed load: the status line names each problem without the dialogs, and no text is lost.
    import("./statusDialogs.lazy.tsx").then(setDialogs, () => {});
    import("../account/SignInDialog.lazy.tsx").catch(() => {});
  }, []);
  return dialogs;
}

/** Asks the person to sign in. The dialog closes after sign-in, here or in another tab. */
function useSignIn(isSignedOut: boolean, onSignedIn: () => void): void {
  const goOn = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (!isSignedOut) return;
    void signIn.ask().then((isDone) => isDone && goOn());
    return () => signIn.answer(true);
  }, [isSignedOut]);
}

function describeState({ state, isDeviceWorking }: Saving, timeZone: string): string {
  const texts = getTexts().saving;
  switch (state.type) {
    case "saved":
      return texts.saved(formatTime(state.at, { timeZone, language: getLanguage() }));
    case "saving":
      return isDeviceWorking ? texts.saving : `${texts.saving}. ${texts.deviceFault}`;
    case "offline":
      return isDeviceWorking ? texts.offline : texts.offlineUnkept;
    case "signed out":
      return isDeviceWorking ? texts.signedOut : texts.signedOutUnkept;
    case "shrank":
      return texts.shrank;
    case "failed":
      return texts.failed(state.why);
  }
}

/** Announces problems and their end to screen readers, but not each save. */
function Announcement({ state, text }: { state: SaveState; text: string }) {
  const [phase, setPhase] = useState<"usual" | "problem" | "over">("usual");
  const isProblem = state.type === "failed" || state.type === "offline";
  if (isProblem && phase !== "problem") setPhase("problem");
  if (phase === "problem" && state.type === "saved") setPhase("over");
  if (phase === "over" && state.type === "saving") setPhase("usual");
  return (
    <p role="status" className={css.announcement}>
      {isProblem && text}
      {phase === "over" && state.type === "saved" && getTexts().saving.savedAgain}
    </p>
  );
}

/** Shows notices about changes that the person did not make, such as merged text, and opens the dialogs about them. */
export function SaveNotices({ saving }: { saving: Saving }) {
  const { state, isRestored, conflicts, fieldConflicts } = saving;
  const dialogs = useDialogs();
  const [isComparing, setComparing] = useState(false);
  const texts = getTexts().saving;
  const names = useOthers(saving);
  const fields = fieldConflicts.map((name) => texts.fields[name as keyof typeof texts.fields] ?? name);
  return (
    <>
      <div role="status" className={css.notices}>
        {isRestored && (
          <Notice text={texts.restored}>
            <Button look="quiet" onClick={saving.dismissRestored}>
              {texts.dismiss}
            </Button>
          </Notice>
        )}
        {conflicts.length > 0 && (
          <Notice text={texts.conflicts(names, conflicts.length)}>
            <Button look="quiet" onClick={() => setComparing(true)}>
              {texts.compare}
            </Button>
          </Notice>
        )}
        {fields.length > 0 && conflicts.length === 0 && (
          <Notice text={texts.fieldConflicts(names, formatNames(fields))}>
            <Button look="quiet" onClick={saving.clearConflicts}>
              {texts.dismiss}
            </Button>
          </Notice>
        )}
      </div>
      {dialogs && isComparing && conflicts.length > 0 && (
        <dialogs.ConflictsDialog
          conflicts={conflicts}
          names={names}
          onSettle={saving.settleConflict}
          onClose={() => setComparing(false)}
        />
      )}
      {dialogs && state.type === "shrank" && (
        <dialogs.ShrinkDialog from={state.from} to={state.to} onAnswer={saving.confirmShrink} />
      )}
    </>
  );
}

/**
 * Returns the names of the people whose changes conflict with this person's changes, or a general phrase if the names
 * are unknown. Returns null if this person made all conflicting changes, for example in another window.
 */
function useOthers({ conflictsWith }: Saving): string | null {
  const me = useMe();
  const others = conflictsWith.filter((name) => name !== me.name);
  if (others.length > 0) return formatNames(others);
  return conflictsWith.length > 0 ? null : getTexts().saving.others;
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <p className={css.notice}>
      {text} {children}
    </p>
  );
}
