import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

/**
 * Has the editor read the selection before each key and each paste. Browsers report a changed selection in a task of its
 * own: on a busy machine, a key that was pressed right behind "End" would act where the cursor was before.
 */
export function readSelectionFirst(): Plugin {
  return new Plugin({
    props: { handleDOMEvents: { keydown: readSelection, paste: readSelection, cut: readSelection } },
  });
}

function readSelection({ dom, composing }: EditorView): boolean {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
  return false;
}
