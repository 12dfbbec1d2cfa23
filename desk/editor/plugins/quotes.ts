import { InputRule, undoInputRule } from "prosemirror-inputrules";
import type { Command } from "prosemirror-state";
import { removeLineControls, typeset } from "../../../core/typography.ts";
import { getMarkType } from "../schema/storySchema.ts";

/**
 * Matches a word after "‘". If the first part of the word was left out, as in "the ’90s", the mark must become an
 * apostrophe.
 */
const ELIDED = /‘([\p{L}\p{N}]+)([\s.,;:!?)—”])$/u;

/** Replaces straight quotation marks and "--" during typing with the characters that the site would show. */
export function createQuoteRules(language: string): InputRule[] {
  const set = (text: string) => removeLineControls(typeset(text, language));
  return [
    new InputRule(/["']$/, (state, [typed], start, end) => {
      const $start = state.doc.resolve(start);
      const before = $start.parent.textBetween(0, $start.parentOffset, undefined, "\ufffc");
      // Adds a word and a closing mark before typesetting. Without the word, the mark could not be an opening mark.
      // Without the closing mark, a single mark would become an apostrophe.
      const sign = set(`${before}${typed}x${typed}`).slice(set(before).length)[0];
      return sign && sign !== typed ? state.tr.insertText(sign, start, end) : null;
    }),
    new InputRule(ELIDED, (state, [whole, word = "", sign = ""], start, end) => {
      if (!set(`'${word} x'`).startsWith("’")) return null;
      return whole ? state.tr.insertText(`’${word}${sign}`, start, end) : null;
    }),
    new InputRule(/(?:\S -- |[\p{L}\p{N}“”’,.!?)]--[\p{L}\p{N}“‘(])$/u, (state, [whole], start, end) => {
      const dashed = set(`${whole}x`).replaceAll("\u00a0", " ").slice(0, -1);
      return dashed === whole ? null : state.tr.insertText(dashed, start, end);
    }),
  ];
}

/** Undoes an automatic replacement. Straight quotation marks then stay straight, even on the site. */
export const undoTyping: Command = (state, dispatch) => {
  return undoInputRule(state, (tr) => {
    const { from } = tr.selection;
    const isQuote = /^["']$/.test(tr.doc.textBetween(Math.max(0, from - 1), from));
    if (isQuote) tr.addMark(from - 1, from, getMarkType("literal").create()).removeStoredMark(getMarkType("literal"));
    dispatch?.(tr);
  });
};
