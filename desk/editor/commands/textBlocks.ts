import { lift, wrapIn } from "prosemirror-commands";
import type { Attrs, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import type { Command, EditorState } from "prosemirror-state";
import { getNodeType } from "../schema/storySchema.ts";

/** Returns the innermost node of the given types around the selection's start, and its place; undefined for none. */
export function findAround({ selection: { $from } }: EditorState, ...names: readonly string[]) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (names.includes(node.type.name)) return { node, place: $from.before(depth), depth };
  }
}

/** Changes the selected text blocks to a type, such as heading, or to paragraphs if the first block has that type. */
export function toggleTextBlock(name: string, attrs: Attrs | null = null): Command {
  return (state, dispatch) => {
    const type = getNodeType(name);
    const { parent } = state.selection.$from;
    const isThat = parent.type === type && (attrs === null || parent.hasMarkup(type, attrs));
    return setTextBlock(isThat ? getNodeType("paragraph") : type, isThat ? null : attrs)(state, dispatch);
  };
}

function setTextBlock(type: NodeType, attrs: Attrs | null): Command {
  return (state, dispatch) => {
    const { tr, selection, doc } = state;
    const places: number[] = [];
    doc.nodesBetween(selection.from, selection.to, (node, place) => {
      const $place = doc.resolve(place);
      const canBe = node.isTextblock && $place.parent.canReplaceWith($place.index(), $place.index() + 1, type);
      if (canBe && !node.hasMarkup(type, attrs)) places.push(place);
    });
    if (places.length === 0) return false;
    for (const place of places) {
      // A line break becomes a space in blocks that allow no breaks, so that the words on both sides stay apart.
      const hasBreaks = type.spec.code || type.name === "paragraph";
      doc.nodeAt(place)?.forEach((child, offset) => {
        const at = tr.mapping.map(place + 1 + offset);
        if (child.type.name === "break" && !hasBreaks) tr.replaceWith(at, at + 1, state.schema.text(" "));
      });
      const start = tr.mapping.map(place);
      tr.setBlockType(start + 1, start + 1, type, attrs);
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/**
 * Puts the selected blocks into a list of type `name`. If the blocks are in a list of this type, takes them out of the
 * list. If the blocks are in a list of the other type, changes the type of the list.
 */
export function toggleList(name: "bullet_list" | "ordered_list"): Command {
  return (state, dispatch) => {
    const list = findAround(state, "bullet_list", "ordered_list");
    const type = getNodeType(name);
    if (!list) return wrapInList(type)(state, dispatch);
    if (list.node.type === type) return liftListItem(getNodeType("list_item"))(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(list.place, type, { isTight: list.node.attrs.isTight }));
    return true;
  };
}

/** Puts the selected blocks into a quotation, or takes them out of it. */
export const toggleQuote: Command = (state, dispatch, view) => {
  return findAround(state, "quote") ? lift(state, dispatch, view) : wrapIn(getNodeType("quote"))(state, dispatch);
};
