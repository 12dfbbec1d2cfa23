import type { Node } from "prosemirror-model";
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import css from "../text.module.css";

export interface FindQuery {
  text: string;
  isCaseSensitive: boolean;
}

interface Match {
  from: number;
  to: number;
}

interface FindState {
  query: FindQuery;
  matches: readonly Match[];
  decorations: DecorationSet;
}

/** Applies the transaction that `change` returns, if any. Returns the new state; undefined without an open editor. */
export type FindRun = (change: (state: EditorState) => Transaction | null) => EditorState | undefined;

const key = new PluginKey<FindState>("find");
/** Maximum number of marked matches. Marking thousands, for example of a single letter, took 200 ms. */
const MAX_MARKED = 300;
const NOTHING: FindState = {
  query: { text: "", isCaseSensitive: false },
  matches: [],
  decorations: DecorationSet.empty,
};

/** Finds a text and marks its matches. Straight quotation marks match curly ones. */
export function findText(): Plugin<FindState> {
  return new Plugin<FindState>({
    key,
    state: {
      init: () => NOTHING,
      apply(tr, old, _before, state) {
        const query = (tr.getMeta(key) as FindQuery | undefined) ?? old.query;
        if (query === old.query && !tr.docChanged && !tr.selectionSet) return old;
        if (query.text === "") return NOTHING;
        const matches = query === old.query && !tr.docChanged ? old.matches : listMatches(state.doc, query);
        return { query, matches, decorations: decorate(state, matches) };
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
  });
}

function decorate({ doc, selection }: EditorState, matches: readonly Match[]): DecorationSet {
  const current = matches.findIndex(({ from, to }) => from === selection.from && to === selection.to);
  const first = Math.max(0, current - MAX_MARKED / 2);
  const decorations = matches.slice(first, first + MAX_MARKED).map(({ from, to }, index) => {
    const isCurrent = first + index === current;
    return Decoration.inline(from, to, { class: `${css.match} ${isCurrent ? css.current : ""}` });
  });
  return DecorationSet.create(doc, decorations);
}

function listMatches(doc: Node, { text, isCaseSensitive }: FindQuery): Match[] {
  const pattern = text
    .replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
    .replace(/["“”]/g, '["“”]')
    .replace(/['‘’]/g, "['‘’]")
    .replace(/[ \u00a0]/g, "[ \\u00a0]");
  const expression = new RegExp(pattern, isCaseSensitive ? "gu" : "giu");
  const matches: Match[] = [];
  doc.descendants((node, place) => {
    if (!node.isTextblock) return true;
    const content = node.textBetween(0, node.content.size, undefined, "\ufffc");
    for (const { index, 0: found } of content.matchAll(expression))
      matches.push({ from: place + 1 + index, to: place + 1 + index + found.length });
    return false;
  });
  return matches;
}

/** Sets the text to find; "" ends the search. */
export function setFindQuery(tr: Transaction, query: FindQuery): Transaction {
  return tr.setMeta(key, query).setMeta("addToHistory", false);
}

/** Returns the number of matches, and the number of the selected match, from 1; 0 if no match is selected. */
export function countMatches(state: EditorState): { count: number; current: number } {
  const { matches } = key.getState(state) ?? NOTHING;
  const { from, to } = state.selection;
  return { count: matches.length, current: 1 + matches.findIndex((match) => match.from === from && match.to === to) };
}

/**
 * Selects the next match after the selection, or the previous match before it. Wraps around at the ends of the text.
 * Returns null without a match.
 */
export function selectMatch(state: EditorState, step: 1 | -1): Transaction | null {
  const { matches } = key.getState(state) ?? NOTHING;
  const { from, to } = state.selection;
  const match =
    step > 0
      ? (matches.find((other) => other.from >= to) ?? matches[0])
      : (matches.findLast((other) => other.to <= from) ?? matches.at(-1));
  return match ? select(state.tr, match) : null;
}

function select(tr: Transaction, { from, to }: Match): Transaction {
  return tr.setSelection(TextSelection.create(tr.doc, from, to)).scrollIntoView();
}

/** Replaces the selected match and selects the next one. If no match is selected, only selects the next one. */
export function replaceMatch(state: EditorState, text: string): Transaction | null {
  const { matches } = key.getState(state) ?? NOTHING;
  const { from, to } = state.selection;
  const index = matches.findIndex((match) => match.from === from && match.to === to);
  const match = matches[index];
  if (!match) return selectMatch(state, 1);
  const tr = state.tr.insertText(text, from, to);
  const next = matches[index + 1] ?? matches[0];
  if (!next || next === match) return tr;
  return select(tr, { from: tr.mapping.map(next.from), to: tr.mapping.map(next.to) });
}

export function replaceAllMatches(state: EditorState, text: string): Transaction {
  const { matches } = key.getState(state) ?? NOTHING;
  const { tr } = state;
  for (const { from, to } of [...matches].reverse()) tr.insertText(text, from, to);
  return tr;
}
