import { useState } from "react";
import type { PasskeyRow } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { useMoment } from "../ui/formatTime.ts";
import css from "./AccountScreen.module.css";

interface PasskeyListProps {
  passkeys: PasskeyRow[];
  isBusy: boolean;
  onRemove(id: string): void;
}

export function PasskeyList({ passkeys, isBusy, onRemove }: PasskeyListProps) {
  const texts = getTexts().account.passkeys;
  const [asked, setAsked] = useState<string | null>(null);
  const toMoment = useMoment();
  return (
    <>
      <ul className={css.rows}>
        {passkeys.map(({ id, transports, createdAt, usedAt }) => (
          <li key={id}>
            <span>
              {texts.kind(transports)}
              <small>
                {texts.added(toMoment(createdAt))}
                {usedAt !== null && ` · ${texts.used(toMoment(usedAt))}`}
              </small>
            </span>
            <Button look="quiet" disabled={isBusy} onClick={() => setAsked(id)}>
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          title={texts.removeTitle}
          text={passkeys.length === 1 ? texts.removeLast : texts.removeOne}
          button={texts.removeIt}
          onConfirm={async () => onRemove(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
