import { useState } from "react";
import type { HistoryEntry, StoryView } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getLanguage, getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import controlCss from "../ui/Control.module.css";
import { Dialog } from "../ui/Dialog.tsx";
import { Fault } from "../ui/Fault.tsx";
import { ComparisonView } from "./ComparisonView.tsx";
import { describeEntry } from "./describeEntry.ts";
import { HistoryList, HistoryMenu, toKey } from "./HistoryList.tsx";
import { NameForm } from "./NameForm.tsx";
import { type History, isSameEntry, useEntryContent, useHistory } from "./useHistory.ts";
import css from "./VersionsDialog.module.css";

interface VersionsDialogProps {
  edition: string;
  story: StoryView;
  /** Saves unsaved changes, before a version is compared or restored. */
  flush(): Promise<number>;
  /** Called after a version was restored. */
  onRestored(story: StoryView): void;
  onClose(): void;
}

/** Lists a story's versions, publications and autosaves. Shows two of them side by side with the changes marked. */
export function VersionsDialog(props: VersionsDialogProps) {
  const { history, fault, change } = useHistory(props.edition, props.story.id, props.flush);
  const texts = getTexts().versions;
  return (
    <Dialog title={texts.title} onClose={props.onClose} isWide>
      <Fault text={fault} />
      {!history && fault === "" && <p role="status">{texts.loading}</p>}
      {history && history.entries.length === 0 && <p>{texts.empty}</p>}
      {history && history.entries.length > 0 && <Versions {...props} history={history} onNamed={change} />}
    </Dialog>
  );
}

interface VersionsProps extends VersionsDialogProps {
  history: History;
  onNamed(entry: HistoryEntry): void;
}

function Versions({ edition, history, flush, onNamed, onRestored, onClose }: VersionsProps) {
  const { entries, story } = history;
  const texts = getTexts().versions;
  const { timeZone } = useEdition();
  const place = { timeZone, language: getLanguage() };
  // Selects the second entry. The first entry is the current text, so the comparison shows the latest changes.
  const [selected, select] = useState(entries[1] ?? entries[0]);
  // Name of the entry to compare with; "" for the current text.
  const [otherName, setOtherName] = useState("");
  const other = entries.find((entry) => toKey(entry) === otherName);
  const entry = entries.find((each) => selected && isSameEntry(each, selected));
  const before = useEntryContent(edition, story.id, entry);
  const after = useEntryContent(edition, story.id, other);
  const [isRestoring, setRestoring] = useState(false);
  if (!entry) return null;
  const { kind, number } = entry;
  const list = { entries, selected: entry, place, onSelect: select };

  async function restore(key: string) {
    await flush();
    const param = { edition, id: String(story.id) };
    onRestored(
      await call((api) => api[":edition"].stories[":id"].restore.$post({ param, json: { key, kind, number } })),
    );
    onClose();
  }

  return (
    <div className={css.versions}>
      <HistoryList {...list} />
      <HistoryMenu {...list} />
      <div>
        <div className={css.head}>
          <h3>{describeEntry(entry, place)}</h3>
          <label className={`${controlCss.controls} ${css.other}`}>
            {texts.comparedWith}
            <select value={otherName} onChange={(event) => setOtherName(event.target.value)}>
              <option value="">{texts.now}</option>
              {entries
                .filter((each) => each !== entry)
                .map((each) => (
                  <option key={toKey(each)} value={toKey(each)}>
                    {describeEntry(each, place)}
                  </option>
                ))}
            </select>
          </label>
        </div>
        <div className={css.actions}>
          <Button onClick={() => setRestoring(true)}>{texts.restore}</Button>
          {kind === "revision" && (
            <NameForm
              key={toKey(entry)}
              name={entry.name ?? ""}
              onName={async (key, name) => {
                const param = { edition, id: String(story.id) };
                const json = { key, revision: number, name };
                onNamed(await call((api) => api[":edition"].stories[":id"].history.$post({ param, json })));
              }}
            />
          )}
        </div>
        <Fault text={before.fault || after.fault} />
        {before.content && (other ? after.content : story.copy.content) && (
          <ComparisonView
            before={before.content}
            after={(other ? after.content : story.copy.content) ?? before.content}
            beforeName={texts.selected}
            afterName={other ? describeEntry(other, place) : texts.now}
          />
        )}
      </div>
      {isRestoring && (
        <ConfirmDialog
          title={texts.restoreTitle}
          text={texts.restoreText}
          button={texts.restore}
          onConfirm={(_note, key) => restore(key)}
          onClose={() => setRestoring(false)}
        />
      )}
    </div>
  );
}
