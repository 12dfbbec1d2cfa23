import { redoDepth, undoDepth } from "prosemirror-history";
import type { EditorState } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import { findAround } from "../commands/textBlocks.ts";
import { getMarkType } from "../schema/storySchema.ts";

/** State of the toolbar. `pressed` has names of buttons, such as "strong" and "heading2". */
export interface Active {
  pressed: readonly string[];
  isInTable: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

export const NOTHING_ACTIVE: Active = { pressed: [], isInTable: false, canUndo: false, canRedo: false };

const MARKS = ["strong", "em", "strike", "code", "link"] as const;
const BLOCKS = ["bullet_list", "ordered_list", "quote", "code_block", "pull_quote"] as const;

export function findActive(state: EditorState): Active {
  const { $from, from, to, empty } = state.selection;
  const stored = state.storedMarks ?? $from.marks();
  const hasMark = (name: string) => {
    const type = getMarkType(name);
    return Boolean(empty ? type.isInSet(stored) : state.doc.rangeHasMark(from, to, type));
  };
  const list = findAround(state, "bullet_list", "ordered_list")?.node.type.name;
  const isAround = (name: string) => (name.endsWith("_list") ? list === name : findAround(state, name) !== undefined);
  const heading = $from.parent.type.name === "heading" ? [`heading${$from.parent.attrs.level}`] : [];
  return {
    pressed: [...MARKS.filter(hasMark), ...BLOCKS.filter(isAround), ...heading],
    isInTable: isInTable(state),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
}

export function isSameActive(one: Active, other: Active): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
