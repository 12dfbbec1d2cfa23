import type { Node } from "prosemirror-model";
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from "prosemirror-state";
import { getNodeType } from "../schema/storySchema.ts";

/** Inserts blocks after the block with the cursor, or in place of the cursor's paragraph if that paragraph is empty. */
export function insertBlocks(tr: Transaction, nodes: readonly Node[]): Transaction {
  const { $from, $to, empty } = tr.selection;
  const isEmpty = empty && $from.parent.type.name === "paragraph" && $from.parent.childCount === 0;
  if (isEmpty) {
    tr.replaceWith($from.before(), $from.after(), nodes);
    return select(tr, $from.before(), nodes);
  }
  const place = $to.depth === 0 ? $to.pos : $to.after(1);
  return select(tr.insert(place, nodes), place, nodes);
}

/** Moves the cursor into the first inserted block if the block can contain text, else after the inserted blocks. */
function select(tr: Transaction, place: number, nodes: readonly Node[]): Transaction {
  const [first] = nodes;
  if (first && !first.isAtom) return tr.setSelection(Selection.near(tr.doc.resolve(place + 1))).scrollIntoView();
  const end = place + nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  // After an image at the end of the text, the person needs a paragraph to continue in.
  if (end === tr.doc.content.size) tr.insert(end, getNodeType("paragraph").create());
  return tr.setSelection(Selection.near(tr.doc.resolve(end))).scrollIntoView();
}

/** Returns a command that inserts a block without text, such as a horizontal rule. */
export function insertBlock(name: string, attrs: Record<string, unknown> | null = null): Command {
  return (state, dispatch) => {
    dispatch?.(insertBlocks(state.tr, [getNodeType(name).create(attrs)]));
    return true;
  };
}

const ROWS = 3;
const COLUMNS = 3;

export const insertTable: Command = (state, dispatch) => {
  const row = (name: string) => {
    const cells = Array.from({ length: COLUMNS }, () => getNodeType(name).createAndFill() as Node);
    return getNodeType("table_row").create(null, cells);
  };
  const rows = Array.from({ length: ROWS }, (_, index) => row(index === 0 ? "table_header" : "table_cell"));
  dispatch?.(insertBlocks(state.tr, [getNodeType("table").create(null, rows)]));
  return true;
};

/** Inserts a line break if the selection is in a paragraph. No other block allows a line break. */
export const insertBreak: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if ($from.parent.type.name !== "paragraph") return $from.parent.type.name !== "doc" && !$from.parent.type.spec.code;
  dispatch?.(state.tr.replaceSelectionWith(getNodeType("break").create()).scrollIntoView());
  return true;
};

/** Inserts a reference to a new footnote, and moves the cursor into the note. */
export const insertFootnote: Command = (state, dispatch) => {
  const { $to } = state.selection;
  const reference = getNodeType("footnote_reference");
  if (!$to.parent.inlineContent || $to.parent.type.spec.code || $to.parent.type.name === "footnote") return false;
  if (!dispatch) return true;
  const number = String(Math.max(0, ...listNotes(state).map(Number)) + 1);
  const tr = state.tr.insert($to.pos, reference.create({ number }));
  const last = tr.doc.lastChild;
  const isLastEmpty = last?.type.name === "paragraph" && last.childCount === 0 && tr.doc.childCount > 1;
  const place = tr.doc.content.size - (isLastEmpty ? last.nodeSize : 0);
  tr.insert(place, getNodeType("footnote").create({ number }));
  dispatch(tr.setSelection(TextSelection.create(tr.doc, place + 1)).scrollIntoView());
  return true;
};

function listNotes({ doc }: EditorState): string[] {
  return doc.children.flatMap(({ type, attrs }) => (type.name === "footnote" ? [attrs.number] : []));
}

/** Moves the cursor behind a block, for example from an image's fields into the text after the image. */
export function selectBehind(tr: Transaction, place: number): Transaction {
  const end = place + (tr.doc.nodeAt(place)?.nodeSize ?? 0);
  return tr.setSelection(Selection.near(tr.doc.resolve(end), 1)).scrollIntoView();
}
