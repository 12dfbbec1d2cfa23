import type { PublishAnswer } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import css from "./publish.module.css";
import { type Seen, useSeen } from "./useSeen.ts";

interface OutcomeProps {
  storyId: number;
  answer: PublishAnswer;
  /** Completed action, such as "Published." */
  done: string;
  texts: Record<Seen, string>;
  /** Text of the link to the site. */
  open: string;
}

/** Moves the focus to an element that replaced the pressed button. Use this function as a ref. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** Shows the completed action, and tells if the site already shows the change to readers. */
export function Outcome({ storyId, answer, done, texts, open }: OutcomeProps) {
  const { seen, look } = useSeen(storyId, answer);
  return (
    <>
      <div role="status" className={css.outcome}>
        <p ref={takeFocus} tabIndex={-1} className={css.lead}>
          {done}
        </p>
        <p>{texts[seen]}</p>
      </div>
      {seen === "unseen" && <Button onClick={() => void look()}>{getTexts().publish.done.look}</Button>}
      {seen !== "looking" && (
        <p className={css.links}>
          <a href={answer.url} target="_blank" rel="noreferrer">
            {open}
          </a>
        </p>
      )}
    </>
  );
}
