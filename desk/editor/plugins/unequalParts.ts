import { Plugin, PluginKey, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import css from "../text.module.css";

const key = new PluginKey<DecorationSet>("unequal parts");

/** Marks blocks that would look different on the site than in the editor. */
export function markUnequalParts(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, old) {
        const indexes = tr.getMeta(key) as readonly number[] | undefined;
        if (!indexes) return old.map(tr.mapping, tr.doc);
        let end = 0;
        const decorations = tr.doc.children.flatMap((node, index) => {
          end += node.nodeSize;
          return indexes.includes(index)
            ? [Decoration.node(end - node.nodeSize, end, { class: css.unequal ?? "" })]
            : [];
        });
        return DecorationSet.create(tr.doc, decorations);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

/** Marks the given blocks, and no others. @param indexes indexes of the blocks among the top-level nodes */
export function setUnequalParts(tr: Transaction, indexes: readonly number[]): Transaction {
  return tr.setMeta(key, indexes).setMeta("addToHistory", false);
}
