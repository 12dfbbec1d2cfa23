import { useState } from "react";
import type { PublishAnswer } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Fault } from "../ui/Fault.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useSending } from "../ui/useSending.ts";
import { Outcome } from "./Outcome.tsx";
import type { PublishDialogProps } from "./plan.ts";
import css from "./publish.module.css";

const MAX_LINE = 2000;

/** Dialog that withdraws a story. Readers who open the story's address then see the sentence from the dialog. */
export function WithdrawDialog({ edition, story, onDone, onClose }: PublishDialogProps) {
  const { publish } = getTexts();
  const texts = publish.withdraw;
  const [line, setLine] = useState("");
  const [answer, setAnswer] = useState<PublishAnswer | null>(null);
  const { send, isSending, error } = useSending();

  const withdraw = () =>
    send(async (key) => {
      const param = { edition: edition.id, id: String(story.id) };
      const json = { key, line: line.trim() || null };
      setAnswer(await call((api) => api[":edition"].stories[":id"].withdraw.$post({ param, json })));
      onDone();
    });

  if (answer)
    return (
      <Dialog
        title={publish.titles.withdraw}
        onClose={onClose}
        actions={
          <Button look="strong" onClick={onClose}>
            {publish.done.close}
          </Button>
        }
      >
        <Outcome
          storyId={story.id}
          answer={answer}
          done={publish.done.withdrawn}
          texts={{ looking: texts.looking, seen: texts.gone, unseen: texts.notGone }}
          open={texts.open}
        />
      </Dialog>
    );
  return (
    <Dialog
      title={publish.titles.withdraw}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{getTexts().shell.cancel}</Button>
          <Button look="strong" disabled={isSending} onClick={() => void withdraw()}>
            {texts.button}
          </Button>
        </>
      }
    >
      <p className={css.note}>{texts.text}</p>
      <TextField label={texts.line} rows={2} maxLength={MAX_LINE} value={line} onChange={setLine} />
      <p className={css.heading}>{texts.readersSee}</p>
      <blockquote className={css.quote} lang={edition.language}>
        {line.trim() || story.usualWithdrawnLine}
      </blockquote>
      <Fault text={error} />
    </Dialog>
  );
}
