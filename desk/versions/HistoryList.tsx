import { useId } from "react";
import type { HistoryEntry } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import controlCss from "../ui/Control.module.css";
import { formatTime, type Place } from "../ui/formatTime.ts";
import { describeEntry, getEntryName, getMark } from "./describeEntry.ts";
import css from "./HistoryList.module.css";
import { isSameEntry } from "./useHistory.ts";

interface HistoryListProps {
  /** Newest first. */
  entries: readonly HistoryEntry[];
  selected: HistoryEntry;
  place: Place;
  onSelect(entry: HistoryEntry): void;
}

/** Returns a key that identifies an entry among all entries of a story. */
export function toKey({ kind, number }: HistoryEntry): string {
  return `${kind} ${number}`;
}

/** The entries as a menu, for phones, where a list would hide the text. */
export function HistoryMenu({ entries, selected, place, onSelect }: HistoryListProps) {
  const id = useId();
  return (
    <div className={`${controlCss.controls} ${css.menu}`}>
      <label htmlFor={id}>{getTexts().versions.shown}</label>
      <select
        id={id}
        value={toKey(selected)}
        onChange={({ target }) => {
          const chosen = entries.find((entry) => toKey(entry) === target.value);
          if (chosen) onSelect(chosen);
        }}
      >
        {entries.map((entry) => (
          <option key={toKey(entry)} value={toKey(entry)}>
            {describeEntry(entry, place)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Entries by day. Autosaves are folded, except those of the newest day. */
export function HistoryList({ entries, selected, place, onSelect }: HistoryListProps) {
  const format = new Intl.DateTimeFormat(place.language, { dateStyle: "full", timeZone: place.timeZone });
  const days = Map.groupBy(entries, ({ at }) => format.format(new Date(at)));
  const isNamed = ({ kind, name }: HistoryEntry) => kind === "version" || name !== null;
  const list = (shown: readonly HistoryEntry[]) => (
    <ul>
      {shown.map((entry) => (
        <li key={toKey(entry)}>
          <button
            type="button"
            className={css.entry}
            aria-pressed={isSameEntry(entry, selected)}
            onClick={() => onSelect(entry)}
          >
            <span className={isNamed(entry) ? css.name : undefined}>
              {getEntryName(entry)} {entry.published && <span data-published={entry.published}>{getMark(entry)}</span>}
            </span>
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
