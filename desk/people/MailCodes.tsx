import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Fault } from "../ui/Fault.tsx";
import { useSending } from "../ui/useSending.ts";
import css from "./MailCodes.module.css";

interface MailCodesProps {
  isAllowed: boolean;
  /** Number of people without an email address. */
  unreachable: number;
  onChanged(): void;
}

/** Setting that allows people to sign in by a mailed code. */
export function MailCodes({ isAllowed, unreachable, onChanged }: MailCodesProps) {
  const texts = getTexts().people;
  const { id: edition } = useEdition();
  const { send, isSending, error } = useSending();
  const change = async (isNowAllowed: boolean) => {
    const json = { isAllowed: isNowAllowed };
    await call((api) => api[":edition"]["mail-codes"].$put({ param: { edition }, json }));
    onChanged();
  };
  return (
    <section className={css.codes}>
      <h2>{texts.codes}</h2>
      <label>
        <input
          type="checkbox"
          checked={isAllowed}
          disabled={isSending}
          aria-describedby="codes-hint"
          onChange={({ target }) => void send(() => change(target.checked))}
        />
        {texts.codesLabel}
      </label>
      <p id="codes-hint" className={css.hint}>
        {texts.codesHint}
        {isAllowed && unreachable > 0 && <strong> {texts.codesUnreachable(unreachable)}</strong>}
      </p>
      <Fault text={error} />
    </section>
  );
}
