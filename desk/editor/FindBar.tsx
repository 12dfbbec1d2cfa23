import type { EditorState, Transaction } from "prosemirror-state";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { getTexts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import controlCss from "../ui/Control.module.css";
import css from "./FindBar.module.css";
import {
  countMatches,
  type FindRun,
  replaceAllMatches,
  replaceMatch,
  selectMatch,
  setFindQuery,
} from "./plugins/find.ts";

interface FindBarProps {
  run: FindRun;
  /** Initial text to find. */
  text: string;
  onClose(): void;
}

export function FindBar({ run, text, onClose }: FindBarProps) {
  const texts = getTexts().editor.find;
  const [query, setQuery] = useState({ text, isCaseSensitive: false });
  const [replacement, setReplacement] = useState("");
  const [status, setStatus] = useState("");
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.select(), []);

  useEffect(() => {
    const state = run(({ tr }) => setFindQuery(tr, query));
    if (state) setStatus(query.text === "" ? "" : formatCount(state));
  }, [run, query]);
  useEffect(() => () => void run(({ tr }) => setFindQuery(tr, { text: "", isCaseSensitive: false })), [run]);

  const change = (create: (state: EditorState) => Transaction | null) => {
    const state = run(create);
    if (state) setStatus(formatCount(state));
  };
  const replaceAll = () => {
    let count = 0;
    run((state) => {
      ({ count } = countMatches(state));
      return replaceAllMatches(state, replacement);
    });
    setStatus(texts.replaced(count));
  };

  return (
    <search className={css.bar} aria-label={texts.title}>
      <form
        className={`${controlCss.controls} ${css.row}`}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          change((state) => selectMatch(state, 1));
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key !== "Enter" || !event.shiftKey) return;
          event.preventDefault();
          change((state) => selectMatch(state, -1));
        }}
      >
        <input
          ref={input}
          aria-label={texts.find}
          placeholder={texts.find}
          value={query.text}
          onChange={({ target }) => setQuery({ ...query, text: target.value })}
        />
        <label>
          <input
            type="checkbox"
            checked={query.isCaseSensitive}
            onChange={({ target }) => setQuery({ ...query, isCaseSensitive: target.checked })}
          />
          {texts.isCaseSensitive}
        </label>
        <output className={css.status}>{status}</output>
        <Button look="quiet" onClick={() => change((state) => selectMatch(state, -1))}>
          {texts.previous}
        </Button>
        <Button look="quiet" type="submit">
          {texts.next}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {getTexts().shell.close}
        </Button>
      </form>
      <form
        className={`${controlCss.controls} ${css.row}`}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          change((state) => replaceMatch(state, replacement));
        }}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      >
        <input
          aria-label={texts.replace}
          placeholder={texts.replace}
          value={replacement}
          onChange={({ target }) => setReplacement(target.value)}
        />
        <Button look="quiet" type="submit">
          {texts.replaceOne}
        </Button>
        <Button look="quiet" onClick={replaceAll}>
          {texts.replaceAll}
        </Button>
      </form>
    </search>
  );
}

function formatCount(state: EditorState): string {
  const { count, current } = countMatches(state);
  return getTexts().editor.find.count(current, count);
}
