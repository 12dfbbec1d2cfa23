import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import css from "./MailCodes.module.css";
import { useAction } from "./useAction.ts";

interface MailCodesProps {
  edition: string;
  isAllowed: boolean;
  onChanged(): void;
}

/** Switch that allows or bans sign-in with mailed codes. */
export function MailCodes({ edition, isAllowed, onChanged }: MailCodesProps) {
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
      </p>
      <p role="alert" className={css.error}>
        {error}
      </p>
    </section>
  );
}
