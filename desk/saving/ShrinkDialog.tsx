import { getLanguage, getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

interface ShrinkDialogProps {
  from: number;
  to: number;
  onAnswer(isMeant: boolean): void;
}

/** Asks if a text that became much shorter should stay that short. */
export function ShrinkDialog({ from, to, onAnswer }: ShrinkDialogProps) {
  const texts = getTexts().saving.shrink;
  const format = (count: number) => count.toLocaleString(getLanguage());
  const actions = (
    <>
      <Button onClick={() => onAnswer(true)}>{texts.keep}</Button>
      <Button look="strong" onClick={() => onAnswer(false)}>
        {texts.bringBack}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.title} actions={actions}>
      <p tabIndex={-1} ref={focusFirst}>
        {texts.text(format(from), format(to))}
      </p>
    </Dialog>
  );
}

/** Focuses the dialog's text, so a person who is typing when the dialog opens does not press a button. */
function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}
