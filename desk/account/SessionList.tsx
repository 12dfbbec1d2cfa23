import type { SessionRow } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { useMoment } from "../ui/formatTime.ts";
import css from "./AccountScreen.module.css";

interface SessionListProps {
  sessions: SessionRow[];
  isBusy: boolean;
  onEnd(id: number): void;
}

export function SessionList({ sessions, isBusy, onEnd }: SessionListProps) {
  const texts = getTexts().account.sessions;
  const toMoment = useMoment();
  return (
    <ul className={css.rows}>
      {sessions.map(({ id, method, browser, usedAt, isCurrent }) => (
        <li key={id}>
          <span>
            {browser}
            <small>{`${texts.methods[method]} · ${texts.used(toMoment(usedAt))}`}</small>
          </span>
          {isCurrent ? (
            <span className={css.soft}>{texts.current}</span>
          ) : (
            <Button look="quiet" disabled={isBusy} onClick={() => onEnd(id)}>
              {texts.end}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
