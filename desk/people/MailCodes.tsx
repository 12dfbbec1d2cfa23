import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./MailCodes.module.css";
import { useAction } from "./useAction.ts";

interface MailCodesProps {
  edition: string;
  isAllowed: boolean;
  /** Number of people without an email address. */
  unreachable: number;
  onChanged(): void;
}

/** Switches signing in by a mailed code on and off. */
export function MailCodes({ edition, isAllowed, unreachable, onChanged }: MailCodesProps) {
  const texts = getTexts().people;
  const { run, isBusy, error } = useAction();
  const change = async (isNowAllowed: boolean) => {
    const json = { isAllowed: isNowAllowed };
    await call((api) => api[":edition"]["mail-codes"].$put({ param: { edition }, json }));
    onChanged();
  };
  return (
    <section className={css.codes}>
      <h2>{texts.codes}</h2>
      <label className={css.switch}>
        <input
          type="checkbox"
          checked={isAllowed}
          disabled={isBusy}
          aria-describedby="codes-hint"
          onChange={({ target }) => void run(() => change(target.checked))}
        />
        {texts.codesLabel}
      </label>
      <p id="codes-hint" className={css.hint}>
        {texts.codesHint}
        {isAllowed && unreachable > 0 && <strong> {texts.codesUnreachable(unreachable)}</strong>}
      </p>
      <p role="alert" className={css.error}>
        {error}
      </p>
    </section>
  );
}
