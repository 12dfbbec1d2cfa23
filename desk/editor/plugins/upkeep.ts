import type { Node } from "prosemirror-model";
import { type EditorState, Plugin, type Transaction } from "prosemirror-state";
import { TableMap } from "prosemirror-tables";
import { getNodeType } from "../schema/storySchema.ts";

/** Repairs the document after each change, so that it can always be written as Markdown. */
export function keepWritable(): Plugin {
  return new Plugin({
    appendTransaction(transactions, old, state) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      const { tr } = state;
      removeReferences(tr, old, state);
      setHeaders(tr, old, state);
      const { lastChild } = state.doc;
      // The text always ends with a paragraph, in which the person can continue.
      if (lastChild?.type.name !== "paragraph") tr.insert(tr.doc.content.size, getNodeType("paragraph").create());
      return tr.docChanged ? tr : null;
    },
  });
}

/** Removes references to deleted notes, since Markdown would read the references as text. */
function removeReferences(tr: Transaction, old: EditorState, state: EditorState): void {
  const numbers = listNotes(state.doc);
  const deleted = listNotes(old.doc).filter((number) => !numbers.includes(number));
  if (deleted.length === 0) return;
  const places: number[] = [];
  state.doc.descendants((node, place) => {
    if (node.type.name === "footnote_reference" && deleted.includes(node.attrs.number)) places.unshift(place);
  });
  for (const place of places) tr.delete(place, place + 1);
}

function listNotes(doc: Node): string[] {
  return doc.children.flatMap(({ type, attrs }) => (type.name === "footnote" ? [attrs.number] : []));
}

/** Turns the first row of each changed table into header cells. Aligns every cell like the header of its column. */
function setHeaders(tr: Transaction, old: EditorState, state: EditorState): void {
  const known = new Set(old.doc.children);
  state.doc.forEach((block, offset) => {
    if (known.has(block)) return;
    block.descendants((node, place) => {
      if (node.type.name === "table") setHeader(tr, node, offset + 1 + place);
      return !node.isTextblock;
    });
    if (block.type.name === "table") setHeader(tr, block, offset);
  });
}

function setHeader(tr: Transaction, table: Node, place: number): void {
  const map = TableMap.get(table);
  for (const start of new Set(map.map)) {
    const cell = table.nodeAt(start);
    const { top, left } = map.findCell(start);
    const head = table.nodeAt(map.map[left] ?? 0);
    if (!cell || !head) continue;
    const type = getNodeType(top === 0 ? "table_header" : "table_cell");
    const { alignment } = head.attrs;
    if (cell.type === type && cell.attrs.alignment === alignment) continue;
    // A new type does not change the size of a node, so the places of later nodes stay valid. The mapping accounts for
    // removed references.
    tr.setNodeMarkup(tr.mapping.map(place + 1 + start), type, { ...cell.attrs, alignment });
  }
}
