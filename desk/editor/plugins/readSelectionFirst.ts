import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

/**
 * Makes the editor read the selection before each key, cut and paste. Browsers report a changed selection in a later
 * task: on a busy machine, a key pressed right after "End" would otherwise act at the old place of the cursor.
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
