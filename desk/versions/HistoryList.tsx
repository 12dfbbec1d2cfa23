import type { HistoryEntry } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { formatTime } from "../ui/formatTime.ts";
import { getEntryName } from "./describeEntry.ts";
import css from "./HistoryList.module.css";
import { isSameEntry } from "./useHistory.ts";

interface HistoryListProps {
  /** Newest first. */
  entries: readonly HistoryEntry[];
  selected: HistoryEntry;
  place: { timeZone: string; language: string };
  onSelect(entry: HistoryEntry): void;
}

/** Lists the entries of a history by day. The autosaves of a day are folded, except on the newest day. */
export function HistoryList({ entries, selected, place, onSelect }: HistoryListProps) {
  const format = new Intl.DateTimeFormat(place.language, { dateStyle: "full", timeZone: place.timeZone });
  const days = Map.groupBy(entries, ({ at }) => format.format(new Date(at)));
  const isNamed = ({ kind, name }: HistoryEntry) => kind === "version" || name !== null;
  const list = (shown: readonly HistoryEntry[]) => (
    <ul className={css.entries}>
      {shown.map((entry) => (
        <li key={`${entry.kind} ${entry.number}`}>
          <button
            type="button"
            className={css.entry}
            aria-pressed={isSameEntry(entry, selected)}
            onClick={() => onSelect(entry)}
          >
            <span className={isNamed(entry) ? css.name : undefined}>{getEntryName(entry)}</span>
            <span className={css.when}>
              {formatTime(entry.at, place)}, {entry.by}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className={css.list} aria-label={getTexts().versions.list}>
      {[...days].map(([day, ofDay], index) => {
        const named = ofDay.filter(isNamed);
        const autosaves = ofDay.filter((entry) => !isNamed(entry));
        return (
          <section key={day}>
            <h3 className={css.day}>{day}</h3>
            {named.length > 0 && list(named)}
            {autosaves.length > 0 && (
              <details open={index === 0}>
                <summary className={css.summary}>{getTexts().versions.autosaves(autosaves.length)}</summary>
                {list(autosaves)}
              </details>
            )}
          </section>
        );
      })}
    </nav>
  );
}
