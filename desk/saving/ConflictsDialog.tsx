import type { Conflict } from "../../core/markdown/mergeBodies.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import css from "./ConflictsDialog.module.css";

interface ConflictsDialogProps {
  conflicts: readonly Conflict[];
  /**
   * Names of the people whose changes conflict with this person's changes; null if this person made both changes, in
   * two windows.
   */
  names: string | null;
  onSettle(conflict: Conflict, kept?: keyof Conflict): void;
  onClose(): void;
}

/** Shows both texts of each conflict. The person keeps one text or both texts. */
export function ConflictsDialog({ conflicts, names, onSettle, onClose }: ConflictsDialogProps) {
  const texts = getTexts().saving.conflict;
  return (
    <Dialog title={texts.title} onClose={onClose} isWide>
      {conflicts.map((conflict, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two conflicts may have the same texts
        <section key={index} className={css.conflict}>
          <Side
            name={names === null ? texts.thisWindow : texts.yours}
            text={conflict.ours}
            keep={names === null ? texts.keepThis : texts.keepYours}
            onKeep={() => onSettle(conflict, "ours")}
          />
          <Side
            name={names ?? texts.otherWindow}
            text={conflict.theirs}
            keep={names === null ? texts.keepOther : texts.keepTheirs(names)}
            onKeep={() => onSettle(conflict, "theirs")}
          />
          <Button look="quiet" className={css.both} onClick={() => onSettle(conflict)}>
            {texts.keepBoth}
          </Button>
        </section>
      ))}
    </Dialog>
  );
}

interface SideProps {
  name: string;
  text: string;
  keep: string;
  onKeep(): void;
}

function Side({ name, text, keep, onKeep }: SideProps) {
  return (
    <div>
      <h3 className={css.name}>{name}</h3>
      <p className={css.text}>{text === "" ? <em>{getTexts().saving.conflict.deleted}</em> : text}</p>
      <Button onClick={onKeep}>{keep}</Button>
    </div>
  );
}
