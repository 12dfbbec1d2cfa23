import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import { type Command, NodeSelection, Plugin, TextSelection } from "prosemirror-state";
import { goToNextCell } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { getPlayerUrl } from "../../../core/playerUrls.ts";
import { insertBlocks, insertBreak } from "../commands/insert.ts";
import { findAddress } from "../commands/links.ts";
import { goToNextCellOrRow } from "../commands/tables.ts";
import { findAround, toggleList, toggleQuote, toggleTextBlock } from "../commands/textBlocks.ts";
import { getMarkType, getNodeType } from "../schema/storySchema.ts";
import { undoTyping } from "./quotes.ts";

/** Commands that open a dialog or a bar of the screen. */
interface ScreenCommands {
  openLink(): void;
  openFind(): void;
}

export function createKeymaps({ openLink, openFind }: ScreenCommands): Plugin[] {
  const listItem = getNodeType("list_item");
  const open = (action: () => void): Command => {
    return (_state, dispatch) => {
      if (dispatch) action();
      return true;
    };
  };
  return [
    new Plugin({ props: { handleDOMEvents: { keydown: leavePublish } } }),
    keymap({
      "Mod-b": toggleMark(getMarkType("strong")),
      "Mod-i": toggleMark(getMarkType("em")),
      "Mod-Shift-x": toggleMark(getMarkType("strike")),
      "Mod-e": toggleMark(getMarkType("code")),
      "Mod-k": open(openLink),
      "Mod-Alt-0": setBlockType(getNodeType("paragraph")),
      "Mod-Alt-2": toggleTextBlock("heading", { level: 2 }),
      "Mod-Alt-3": toggleTextBlock("heading", { level: 3 }),
      "Mod-Alt-4": toggleTextBlock("heading", { level: 4 }),
      "Mod-Shift-7": toggleList("ordered_list"),
      "Mod-Shift-8": toggleList("bullet_list"),
      "Mod-Shift-9": toggleQuote,
      "Mod-f": open(openFind),
      "Mod-h": open(openFind),
      "Mod-z": undo,
      "Mod-Shift-z": redo,
      "Mod-y": redo,
      "Mod-Enter": exitCode,
      "Shift-Enter": insertBreak,
      Enter: chainCommands(enterFields, leaveCode, makePlayer, splitListItem(listItem)),
      Tab: chainCommands(goToNextCellOrRow, sinkListItem(listItem)),
      "Shift-Tab": chainCommands(goToNextCell(-1), liftListItem(listItem)),
      Backspace: chainCommands(undoTyping, endHeading, leaveList),
    }),
    keymap(baseKeymap),
  ];
}

/**
 * Leaves Ctrl+Enter and Command+Enter, the shortcut for publishing, to the screen. ProseMirror would handle it as
 * Enter. In a code block, the shortcut ends the block instead.
 */
function leavePublish({ state }: EditorView, event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey) && !exitCode(state);
}

/** Moves the focus to the first field of a selected image or player. */
const enterFields: Command = ({ selection }, dispatch, view) => {
  if (!(selection instanceof NodeSelection)) return false;
  const dom = view?.nodeDOM(selection.from);
  const field = dom instanceof HTMLElement ? dom.querySelector<HTMLElement>("textarea, input") : null;
  if (!field) return false;
  if (dispatch) field.focus();
  return true;
};

/**
 * Leaves a pull quote after an empty line at its end. Leaves code or Markdown only after two empty lines, since code
 * and Markdown may contain single empty lines.
 */
const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || !parent.type.spec.code || $from.parentOffset < parent.content.size) return false;
  const end = parent.type.name === "pull_quote" ? "\n" : "\n\n";
  if (!parent.textContent.endsWith(end)) return false;
  const tr = state.tr.delete($from.pos - end.length, $from.pos);
  const place = tr.selection.$from.after();
  tr.insert(place, getNodeType("paragraph").create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, place + 1)).scrollIntoView());
  return true;
};

/** Replaces an address that is alone in its paragraph with a player. */
const makePlayer: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  const href = parent.type.name === "paragraph" && empty ? findAddress(parent.textContent) : null;
  if (href === null || getPlayerUrl(href) === null || $from.parentOffset < parent.content.size) return false;
  const tr = state.tr.delete($from.start(), $from.end());
  dispatch?.(insertBlocks(tr, [getNodeType("player").create({ href })]));
  return true;
};

/**
 * If the cursor is at the start of a list item, takes the item out of the list. By default, Backspace would merge the
 * item into the one above.
 */
const leaveList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isAtStart = empty && $from.parentOffset === 0 && $from.depth > 1 && $from.index(-1) === 0;
  if (!isAtStart || $from.node(-1).type.name !== "list_item") return false;
  return liftListItem(getNodeType("list_item"))(state, dispatch);
};

/**
 * Handles Backspace at the start of a heading, code block or pull quote: turns the block into a paragraph. A second
 * Backspace joins the paragraph with the block above.
 */
const endHeading: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || !findAround(state, "heading", "code_block", "pull_quote")) return false;
  return setBlockType(getNodeType("paragraph"))(state, dispatch);
};
